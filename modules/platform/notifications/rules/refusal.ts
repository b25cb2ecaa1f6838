/** A mail client's report on a mail that was not accepted. */
export type MailError = {
  readonly command?: string | undefined
  readonly responseCode?: number | undefined
  readonly response?: string | undefined
}

/** Enhanced status codes (RFC 3463) about the mailbox: no such mailbox, host or address, moved, null MX, disabled. */
const ofMailbox = /\b5\.(1\.(1|2|3|6|10)|2\.1)\b/
const enhanced = /\b[245]\.\d{1,3}\.\d{1,3}\b/
/** Servers without enhanced status codes use these words for policies. */
const ofPolicy = /relay|spam|block|polic|auth|denied|reject/i

/**
 * Whether a mail server refuses a mailbox permanently (recurring-28). A refusal of our server or of the content, or a
 * temporary one, doesn't count.
 */
export function isMailboxRefused({ command, responseCode, response = '' }: MailError): boolean {
  if (command !== 'RCPT TO') return false
  if (enhanced.test(response)) return ofMailbox.test(response)
  return (responseCode === 550 || responseCode === 551 || responseCode === 553) && !ofPolicy.test(response)
}
