/** Returns whether the page is a working screen of organizers, charities or staff, which has no public footer. */
export const isWorkingScreen = (path: string): boolean =>
  /^\/(?:organize\/(?:charities\/)?\d+|organizations\/[^/]+\/hosted-pages|staff)(?:\/|$)/.test(path)
