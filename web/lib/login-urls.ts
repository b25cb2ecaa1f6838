import { redirect } from 'react-router'

/** Returns the URL of the login page, which redirects back to this path. */
export const loginUrlFor = (path: string): string => `/login?redirectUrl=${encodeURIComponent(path)}`

/** Returns the URL of the login's second factor, which redirects back to this path. */
export const secondFactorUrlFor = (path: string): string =>
  `/login/second-factor?redirectUrl=${encodeURIComponent(path)}`

/** Returns the URL to set up two-factor authentication, which redirects back to this path. */
export const twoFactorUrlFor = (path: string): string => `/account/two-factor?redirectUrl=${encodeURIComponent(path)}`

/** Returns the URL of the reauthentication page, which redirects back to this path. */
export const reauthenticationUrlFor = (path: string): string =>
  `/account/reauthenticate?redirectUrl=${encodeURIComponent(path)}`

/** Redirects a visitor without a session to the login page. */
export const redirectToLogin = (path: string): Response => redirect(loginUrlFor(path), 303)
