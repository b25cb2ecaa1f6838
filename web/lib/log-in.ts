import { redirect } from 'react-router'

/** Where somebody logs in, and then comes back to this path of ours. */
export const logInAddress = (path: string): string => `/login?redirectUrl=${encodeURIComponent(path)}`

/** Where the second step of a login is, which then leads back to this path of ours. */
export const secondFactorAddress = (path: string): string =>
  `/login/second-factor?redirectUrl=${encodeURIComponent(path)}`

/** Where a role that needs two factors sets up the second one, and then comes back to this path of ours. */
export const twoFactorAddress = (path: string): string => `/account/two-factor?redirectUrl=${encodeURIComponent(path)}`

/** Where somebody who is logged in proves once more that it is them, and then comes back to this path of ours. */
export const proveAddress = (path: string): string => `/account/again?redirectUrl=${encodeURIComponent(path)}`

/** Sends whoever is not, or no longer, logged in to the log-in and back. */
export const logInFirst = (path: string): Response => redirect(logInAddress(path), 303)
