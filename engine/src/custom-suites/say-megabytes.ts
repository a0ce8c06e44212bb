/** A size in decimal megabytes: `200 MB`. */
export const sayMegabytes = (bytes: number): string => `${bytes >= 10_000_000 ? Math.round(bytes / 1e6) : (bytes / 1e6).toFixed(1)} MB`;
