/** A wrong answer as it would stand on the answer line. */
export type NearMiss = { name: string; text: string };
