import { redirect } from 'react-router'

/** Hidden field of every form: the account that the page was rendered for. */
export const ownerField = 'loggedInAs'
/** Field of a form that the login sends again. */
export const resumedField = 'resumed'

/**
 * Redirects a posted form to the login, which keeps these fields and posts them to `path` again (ADR-0046). The status
 * 307 makes the browser send the form with it.
 */
export function redirectToLogInAgain(path: string, names: readonly string[]): Response {
  const query = new URLSearchParams({ redirectUrl: path, keep: names.join(' ') })
  return redirect(`/login/again?${query.toString()}`, 307)
}

/** Returns the posted entries that the login keeps: texts of the named fields, never a file. */
export function keptEntries(form: FormData, keep: string): (readonly [name: string, value: string])[] {
  const names = new Set([...keep.split(' '), 'intent', ownerField])
  return [...form].flatMap(([name, value]) => (names.has(name) && typeof value === 'string' ? [[name, value]] : []))
}
