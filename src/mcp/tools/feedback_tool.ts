import type { SiteSettings } from '../../corpus/corpus.ts';
import { storeLimits } from '../../feedback/store_limits.ts';
import { fingerprintOf, KINDS, SEVERITIES, submissionCaps, validateSubmission } from '../../feedback/submission.ts';
import { isRefusal } from '../../problems/refusal.ts';
import type { Submit } from '../../questions/rpc_endpoint.ts';
import { inputSchema } from './arguments.ts';
import type { Tool } from './tool.ts';

/** `send_feedback`: the one tool that writes. No answer or fault repeats a value that was sent. */
export function createFeedbackTool({ title }: SiteSettings, submit: Submit): Tool {
  return {
    name: 'send_feedback',
    title: `Send feedback to ${title}`,
    description: [
      `Tells the owner of ${title} what is missing, broken, confusing or inaccurate on the site.`,
      'Only the owner can read the message. If the same message is sent twice, it is recorded only once.',
    ].join(' '),
    input: input(),
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    async call(sent) {
      const submission = validateSubmission(withoutNulls(sent));
      if (isRefusal(submission)) return submission;
      // A client that repeats a call cannot know a key, so the key is what was sent: the same words are one submission.
      const key = `mcp-${Buffer.from(fingerprintOf(submission)).toString('hex')}`;
      // No signal: a submission that is under way is recorded even if its caller goes, as its retry has the same key.
      const confirmation = await submit(submission, key, { deadline: performance.now() + storeLimits.patience });
      if (isRefusal(confirmation)) return confirmation;
      const { id, submittedAt } = confirmation.item;
      return [`Recorded as ${id} at ${submittedAt}.`];
    },
  };
}

function input() {
  const schema = inputSchema([
    { kind: 'choice', name: 'kind', choices: KINDS, description: 'What is wrong.' },
    { kind: 'choice', name: 'severity', choices: SEVERITIES, description: 'How much it matters.' },
    { kind: 'text', name: 'message', maximum: submissionCaps.message, description: 'Message to the owner.' },
    {
      kind: 'text',
      name: 'about',
      maximum: submissionCaps.about,
      description: 'Path of the page that the feedback is about.',
    },
  ]);
  return { ...schema, required: ['kind', 'severity', 'message'] };
}

/** Several clients send null for an argument that they leave out. */
function withoutNulls(sent: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(sent).filter(([name, value]) => name !== 'about' || value !== null));
}
