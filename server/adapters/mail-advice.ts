import { isIP } from 'node:net'

type SmtpError = Error & { readonly code?: string; readonly command?: string; readonly responseCode?: number }

/** Whether the mail server is on this machine, so that mails to it don't cross a network. */
const isLocal = (host: string): boolean =>
  host === 'localhost' || host === '[::1]' || (isIP(host) === 4 && host.startsWith('127.'))

/**
 * Describes why a mail server didn't accept a mail, with what the operator can do. It never contains the user or the
 * password of `smtpUrl`.
 */
export function describeMailError(error: unknown, smtpUrl: string): string {
  if (!(error instanceof Error)) return String(error)
  const advice = findAdvice(error, new URL(smtpUrl))
  const message = error.message.trim()
  return advice === undefined ? message : `${message}\n${advice}`
}

function findAdvice(error: SmtpError, url: URL): string | undefined {
  const { code = '', command, message, responseCode } = error
  const server = `${url.hostname}:${url.port || (url.protocol === 'smtps:' ? '465' : '587')}`
  if (/certificate|altnames/i.test(message)) return certificateAdvice(message, url)
  if (/wrong version number/i.test(message))
    return `${server} doesn’t begin with TLS: write smtp:// in SMTP_URL (usually port 587, or 25 on this machine), which uses STARTTLS where the server offers it`
  if (message.includes('ECONNREFUSED'))
    return `no mail server listens at ${server}: check the host and port in SMTP_URL${isLocal(url.hostname) ? '; a mail server on this machine usually listens at port 25: smtp://127.0.0.1:25' : ''}`
  if (code === 'EDNS' || message.includes('ENOTFOUND'))
    return `the host ${url.hostname} doesn’t exist: check SMTP_URL and this machine’s DNS`
  if (code === 'ETIMEDOUT')
    return `${server} didn’t respond: check the port (smtps:// needs a port with TLS from the start, usually 465) and whether a firewall or your host blocks outgoing mail`
  if (code === 'EAUTH')
    return responseCode === 538 || responseCode === 530
      ? 'the server accepts logins only over TLS: remove ignoreTLS=true from SMTP_URL'
      : 'check the user and password in SMTP_URL; write @ as %40, : as %3A, / as %2F and # as %23'
  if (responseCode === 530) return 'the server needs a user and password in SMTP_URL: smtp://user:password@host:587'
  if (command === 'RCPT TO')
    return 'the server refused the recipient: check the address; “relay” in the message means that it sends to other domains only for users who log in, or for machines in its list (Postfix: mynetworks)'
  if (command === 'MAIL FROM') return 'the server refused the sender: set MAIL_FROM to an address that it may send'
  return undefined
}

function certificateAdvice(message: string, url: URL): string {
  if (isLocal(url.hostname))
    return `a mail server on this machine needs no TLS: set SMTP_URL=smtp://${url.username ? '<user>:<password>@' : ''}127.0.0.1:25?ignoreTLS=true, with its port if it isn’t 25`
  if (/expired/i.test(message)) return `renew the certificate of ${url.hostname}`
  if (/altnames/i.test(message))
    return `write the host in SMTP_URL as in the certificate of the mail server, not ${url.hostname}`
  return 'its certificate isn’t trusted on this machine: set NODE_EXTRA_CA_CERTS=/path/to/ca.pem to the certificate of its authority, in the environment of the process and not in .env'
}
