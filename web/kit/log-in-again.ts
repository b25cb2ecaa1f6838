import { redirect } from 'react-router'

/** Hidden field of every form: the account that the page was rendered for. */
export const ownerField = 'loggedInAs'
/** Field of a form that the login sends again. */
export const resumedField = 'resumed'

/** Field of a form that is sent again after a proof of identity. */
export const provedField = 'identityProved'

/**
 * Redirects a posted form to the login, which keeps these fields and posts them to `path` again (ADR-0046). The status
 * 307 makes the browser send the form with it.
 */
export function redirectToLogInAgain(path: string, names: readonly string[]): Response {
  const query = new URLSearchParams({ redirectUrl: path, keep: names.join(' ') })
  return redirect(`/login/again?${query.toString()}`, 307)
}

/** Redirects a posted form to the page that asks for a recent proof of identity, which keeps it in the same way. */
export function redirectToProof(path: string, names: readonly string[]): Response {
  const query = new URLSearchParams({ redirectUrl: path, keep: names.join(' ') })
  return redirect(`/account/reauthenticate?${query.toString()}`, 307)
}

/**
 * Returns the posted entries that the login keeps: texts of the named fields, never a file. A name such as `gift-*` means
 * all that begin so.
 */
export function keptEntries(form: FormData, keep: string): (readonly [name: string, value: string])[] {
  const names = new Set([...keep.split(' '), 'intent', ownerField])
  const prefixes = [...names].filter((name) => name.length > 1 && name.endsWith('*')).map((name) => name.slice(0, -1))
  return [...form].flatMap(([name, value]) =>
    typeof value === 'string' && (names.has(name) || prefixes.some((prefix) => name.startsWith(prefix)))
      ? [[name, value]]
      : [],
  )
}
