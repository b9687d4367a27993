import type { Template } from '../template.ts';
import { vitepress } from './vitepress.ts';

export const templates: readonly Template[] = [vitepress];
