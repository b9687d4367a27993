import { describeFeedbackStore } from '../../../test/contracts/feedback_store.ts';
import { createMemoryStore } from './memory.ts';

describeFeedbackStore('memory', {
  makePlace: async () => ({
    open: async () => createMemoryStore(),
    lasts: false,
    queued: [],
    remove: async () => undefined,
  }),
});
