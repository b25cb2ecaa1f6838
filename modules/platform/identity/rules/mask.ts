/**
 * Masks an email address so that its owner recognizes it and other people learn nothing (security-10):
 * `a•••@example.org`.
 */
export function maskedEmail(email: string): string {
  const index = email.lastIndexOf('@')
  return index < 1 ? '•••' : `${[...email][0]}•••${email.slice(index)}`
}
