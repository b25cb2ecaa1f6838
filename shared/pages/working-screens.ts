/** Returns whether the page is a working screen of organizers, charities or staff, which has no public footer. */
export const isWorkingScreen = (path: string): boolean =>
  /^\/(?:organize\/(?:charities\/)?\d+|organizations\/[^/]+\/hosted-pages|staff)(?:\/|$)/.test(path)

/** Returns whether the page has a menu at its side (`SideNav`), which the skip link skips too. */
export const hasSideMenu = (path: string): boolean => /^\/(?:organize\/(?:charities\/)?\d+|staff)(?:\/|$)/.test(path)
