/**
 * Enough of an e-mail address for its owner to know it, and for nobody else to learn it (security-10):
 * `a•••@example.org`.
 */
export function maskedEmail(email: string): string {
  const at = email.lastIndexOf('@')
  return at < 1 ? '•••' : `${[...email][0]}•••${email.slice(at)}`
}
