import { redirect } from 'react-router'

/** The login page, which returns to this path of ours. */
export const logInAddress = (path: string): string => `/login?redirectUrl=${encodeURIComponent(path)}`

/** Where the second step of a login is, which then leads back to this path of ours. */
export const secondFactorAddress = (path: string): string =>
  `/login/second-factor?redirectUrl=${encodeURIComponent(path)}`

/** Where a role that needs two factors sets up the second one, and then comes back to this path of ours. */
export const twoFactorAddress = (path: string): string => `/account/two-factor?redirectUrl=${encodeURIComponent(path)}`

/** The page that proves a logged-in user's identity again, and returns to this path of ours. */
export const proveAddress = (path: string): string => `/account/again?redirectUrl=${encodeURIComponent(path)}`

/** Redirects a visitor without a session to the login and back. */
export const logInFirst = (path: string): Response => redirect(logInAddress(path), 303)
