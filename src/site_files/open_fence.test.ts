import { expect, test } from 'vitest';
import { openFence } from './open_fence.ts';

test.each([
  ['no fence', 'text', null],
  ['a closed fence', '```js\ncode\n```\ntext', null],
  ['a fence without an end', 'text\n\n```js\ncode', '```'],
  ['a fence of tildes without an end', '~~~~\ncode\n~~~', '~~~~'],
  ['a fence that a longer one closes', '```\ncode\n`````', null],
  ['a fence within a longer one', '````md\n```\n````', null],
  ['a line of the other marks within a fence', '```\n~~~\n', '```'],
  ['a fence with text after it, which closes nothing', '```\ncode\n``` js\n', '```'],
  ['a second fence without an end', '```\na\n```\n\n~~~ sh\nb', '~~~'],
  ['inline code at the start of a line', '```a``` is code', null],
  ['a fence in an indented block', '    ```\ncode', null],
  ['lines that end with a carriage return', '```\r\ncode\r\n```\r\n', null],
])('of a page with %s', (_name, markdown, fence) => {
  expect(openFence(markdown)).toBe(fence);
});
