import type { LoggedObservation } from '../observation/observation.ts';

/** An observation as a line for people, without a newline. */
export function renderObservation(observation: LoggedObservation): string {
  switch (observation.kind) {
    case 'request-answered': {
      const { method, path, status, milliseconds } = observation;
      return `${method ?? '-'} ${path ?? '-'} ${status} ${milliseconds.toFixed(1)} ms`;
    }
    case 'request-failed':
      return `Failed while answering ${observation.method}: ${observation.failure}`;
    case 'store-made':
      return `Made a feedback store: ${observation.file}`;
    case 'store-left-out':
      return `${observation.reason} Pages are served without feedback, as with --feedback none.`;
    case 'store-unavailable':
    case 'build-unstamped':
      return observation.reason;
    case 'roll-up-failed':
      return `Failed to roll up the feedback: ${observation.failure}`;
    case 'miss-count-failed':
      return `Failed to write the counts of searches that found nothing: ${observation.failure}`;
    case 'notice-failed': {
      const { failure, tries, delay } = observation;
      return `The webhook did not take a notice (${failure}): try ${tries}, the next one in ${delay / 1_000} s.`;
    }
    case 'disk-low':
      return `The disk of the feedback store has ${observation.left} MiB left, and may need ${observation.needed}: submissions are refused while it is full.`;
    case 'disk-recovered':
      return `The disk of the feedback store has ${observation.left} MiB left: enough.`;
    case 'site-baked':
      return `Baked ${observation.pages} pages of ${observation.files} files in ${observation.seconds} s, with ${observation.warnings} warnings.`;
    case 'build-swapped':
      return `Opened "${observation.source}" again: answers come from commit ${observation.commit}, content ${observation.content}.`;
    case 'build-unchanged':
      return `Opened "${observation.source}" again: nothing has changed.`;
    case 'build-refused':
      return `${observation.reason}; answers still come from the build before.`;
    case 'content-damaged':
      return `${observation.reason}; requests that need it fail. Build it again.`;
    case 'watch-lost':
      return `Cannot watch the folder of "${observation.source}": ${observation.reason}. SIGHUP works.`;
    case 'thread-replaced':
      return `A server thread ended and is replaced: ${observation.reason}`;
  }
}
