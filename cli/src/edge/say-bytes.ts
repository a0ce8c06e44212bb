const units = ['B', 'kB', 'MB', 'GB', 'TB'];

/** A size in decimal units, as downloads and disks state it: `98 MB`. */
export const sayBytes = (bytes: number): string => {
  let value = bytes;
  let unit = 0;
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${unit === 0 || value >= 10 ? Math.round(value) : value.toFixed(1)} ${units[unit]}`;
};
