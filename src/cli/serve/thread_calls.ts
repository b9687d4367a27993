/** Calls of functions in a thread, by messages. Arguments and results are plain values. */
import type { MessagePort, Worker } from 'node:worker_threads';

/** The functions of a thread that its owner calls. */
type Functions = { readonly [Name in string]: (...given: never[]) => unknown };

interface Call {
  readonly id: number;
  readonly name: string;
  readonly given: readonly never[];
}

/** How a call ended: with a result, with the message of an error, past its deadline, or with the thread. */
type Reply<Result> =
  | { readonly end: 'result'; readonly result: Result }
  | { readonly end: 'fault'; readonly fault: string }
  | { readonly end: 'deadline' | 'exit' };

/** Answers the calls that reach a thread, until its port is closed. */
export function answerCalls(port: MessagePort, functions: Functions): void {
  port.on('message', async ({ id, name, given }: Call) => {
    try {
      port.postMessage({ id, end: 'result', result: await functions[name]!(...given) });
    } catch (error) {
      port.postMessage({ id, end: 'fault', fault: (error as Error).message });
    }
  });
}

type ResultOf<Called> = Called extends (...given: never[]) => infer Returned ? Awaited<Returned> : never;

let lastId = 0;

/** A function that calls those of threads. Its deadline is in milliseconds; null: none. */
export function callerOf<Called extends Functions>() {
  return function call<Name extends keyof Called & string>(
    thread: Worker,
    name: Name,
    given: Parameters<Called[Name]>,
    deadline: number | null,
  ): Promise<Reply<ResultOf<Called[Name]>>> {
    const id = ++lastId;
    return new Promise((resolve) => {
      const finish = (reply: Reply<ResultOf<Called[Name]>>) => {
        clearTimeout(timer);
        thread.off('message', onMessage).off('exit', onExit);
        resolve(reply);
      };
      const onExit = () => finish({ end: 'exit' });
      const onMessage = (message: { readonly id?: number } & Reply<ResultOf<Called[Name]>>) => {
        if (message.id === id) finish(message);
      };
      const timer = deadline === null ? undefined : setTimeout(() => finish({ end: 'deadline' }), deadline);
      thread.on('message', onMessage).once('exit', onExit);
      thread.postMessage({ id, name, given } satisfies Call);
    });
  };
}
