import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { ContentBuffer } from './content_buffer.ts';

it('ContentBuffer joins chunks in order, and does not change them', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 40 })), (chunks) => {
      const content = new ContentBuffer();
      const copies = chunks.map((chunk) => chunk.slice());
      for (const chunk of chunks) content.append(chunk);
      expect(Buffer.from(content.bytes())).toEqual(Buffer.concat(copies));
      expect(content.length).toBe(content.bytes().length);
      expect(chunks).toEqual(copies);
    }),
  );
});
