/** Size in pixels of the picture that chats and social networks show. */
export const cardSize = { width: 1200, height: 630 } as const;
