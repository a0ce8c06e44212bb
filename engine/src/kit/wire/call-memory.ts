const maxRemembered = 2_000;

/**
 * What a server sent with a tool call and wants back with its result, such as a signature, by the id of the call.
 * Lives as long as the connection; the oldest are forgotten first.
 */
export type CallMemory = { keep: (id: string, value: unknown) => void; recall: (id: string) => unknown };

export const createCallMemory = (): CallMemory => {
  const values = new Map<string, unknown>();
  return {
    keep: (id, value) => {
      values.delete(id);
      values.set(id, value);
      const oldest = values.keys().next().value;
      if (values.size > maxRemembered && oldest !== undefined) values.delete(oldest);
    },
    recall: (id) => values.get(id),
  };
};
