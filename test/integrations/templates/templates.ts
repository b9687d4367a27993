import type { Template } from '../template.ts';
import { starlight } from './starlight.ts';
import { vitepress } from './vitepress.ts';

export const templates: readonly Template[] = [starlight, vitepress];
