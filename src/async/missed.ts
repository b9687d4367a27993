/** Thrown to end a run that cannot go on without what it misses. What it misses is fetched, and the work runs again. */
export class Missed extends Error {}
