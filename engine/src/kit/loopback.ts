/** True when a URL's host is this machine: the whole of 127.0.0.0/8, ::1 and localhost are the same. */
export const isLoopbackHost = (host: string): boolean => {
  const name = host.replace(/^\[|\]$/g, '').toLowerCase();
  return (
    name === 'localhost' ||
    name.endsWith('.localhost') ||
    name === '::1' ||
    /^127\.\d+\.\d+\.\d+$/.test(name) ||
    name.startsWith('::ffff:127.')
  );
};

export const isLoopback = (endpoint: string): boolean => {
  const url =
    URL.canParse(endpoint) && /^https?:/i.test(endpoint)
      ? new URL(endpoint)
      : URL.canParse(`http://${endpoint}`)
        ? new URL(`http://${endpoint}`)
        : null;
  return url !== null && isLoopbackHost(url.hostname);
};
