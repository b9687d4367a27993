import { describe, expect, it } from 'vitest';
import { sharesOfLayers } from './layers.ts';

const node = (id: number, functionName: string, url: string, children: number[] = []) => ({
  id,
  callFrame: { functionName, url },
  children,
});

describe('sharesOfLayers', () => {
  it('gives the time of Node and V8 to the layer that called them, and leaves out time without work', () => {
    const nodes = [
      node(1, '(root)', '', [2, 3, 4, 5]),
      node(2, '(idle)', ''),
      node(3, '(garbage collector)', ''),
      node(4, 'onread', 'node:net', [6]),
      node(6, 'respond', 'file:///x/src/http/node/responder.ts', [7, 8]),
      node(7, 'answer', 'file:///x/src/http/service.ts', [9]),
      node(8, 'writeLatin1String', ''),
      node(9, 'writeAnswers', 'file:///x/src/query/show/write_answer.ts', [10]),
      node(10, 'copy', 'node:buffer'),
      node(5, 'stem', 'file:///x/node_modules/snowball-stemmers/x.js'),
    ];
    const samples = [2, 3, 4, 6, 7, 8, 9, 10, 5];
    expect(sharesOfLayers({ nodes, samples, timeDeltas: samples.map(() => 100) }, 0)).toEqual({
      engine: 3 / 8,
      service: 1 / 8,
      sockets: 3 / 8,
      collector: 1 / 8,
    });
  });
});
