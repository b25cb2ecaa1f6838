import { z } from 'zod'
import { instant } from '#shared/wire/codecs.ts'
import { uuid } from '#shared/id-schemas.ts'
import { endpoint } from '#shared/endpoint.ts'

const code = z.string().max(40).default('')
const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) })
const removal = z.object({
  id: z.string(),
  accountId: z.string(),
  email: z.string(),
  name: z.string(),
  requestedBy: z.string(),
  requestedAt: instant,
  /** The earliest time at which a second person may approve it. */
  removableFrom: instant,
  isOwn: z.boolean(),
})
z.globalRegistry.add(removal, {
  id: 'FactorRemoval',
  description: 'A request to remove the second factor of a locked-out account.',
})

/** Two-factor authentication: an authenticator app, recovery codes, and help for accounts that lost both. */
export const twoFactorContract = {
  'POST /v4/login/second-factor': endpoint({
    access: 'anyone',
    summary: 'Enter the second factor',
    description:
      'Completes a login with a code of the authenticator app or a recovery code. Requires a session with the first factor.',
    input: z.object({ code }),
    output: z.object({ userId: z.string(), firstName: z.string(), lastName: z.string() }),
    refuses: ['first-factor-missing', 'wrong-code', 'too-many-codes'],
    perMinute: 30,
  }),
  'GET /v4/two-factor': endpoint({
    access: 'signed-in',
    summary: 'Get two-factor authentication',
    description:
      'Returns whether the signed-in account uses an authenticator app, the number of unused recovery codes, and whether this session has two factors.',
    input: z.object({}),
    output: z.object({
      isOn: z.boolean(),
      unusedRecoveryCodes: z.number().int(),
      hasSecondFactor: z.boolean(),
      isRequired: z.boolean(),
    }),
  }),
  'POST /v4/two-factor/authenticator': endpoint({
    access: 'signed-in',
    summary: 'Start setting up an authenticator app',
    description:
      'Returns a new secret in base32, its otpauth URL and the QR code of this URL as a data URI. Requires a recent proof of identity.',
    input: z.object({}),
    output: z.object({ secret: z.string(), uri: z.string(), qr: z.string() }),
    refuses: ['reauthentication-required', 'confirm-email-first', 'authenticator-exists'],
  }),
  'POST /v4/two-factor/authenticator/confirm': endpoint({
    access: 'signed-in',
    summary: 'Confirm an authenticator app',
    description:
      'Turns on two-factor authentication with a code of the app and returns ten recovery codes, only once. Requires a recent proof of identity.',
    input: z.object({ code }),
    output: recoveryCodes,
    refuses: [
      'reauthentication-required',
      'confirm-email-first',
      'authenticator-exists',
      'wrong-code',
      'too-many-codes',
    ],
  }),
  'POST /v4/two-factor/recovery-codes': endpoint({
    access: 'signed-in',
    summary: 'Replace the recovery codes',
    description: 'Returns ten new recovery codes and invalidates the old ones. Requires a recent proof of identity.',
    input: z.object({}),
    output: recoveryCodes,
    refuses: ['reauthentication-required', 'not-found'],
  }),
  'DELETE /v4/two-factor/authenticator': endpoint({
    access: 'signed-in',
    summary: 'Remove the authenticator app',
    description: 'Turns off two-factor authentication for the signed-in account. Requires a recent proof of identity.',
    input: z.object({}),
    output: z.object({ removed: z.literal(true) }),
    refuses: ['reauthentication-required', 'not-found'],
  }),
  'GET /v4/staff/factor-removals': endpoint({
    access: 'staff',
    roles: ['admin'],
    summary: 'List requests to remove a second factor',
    description: 'Returns the open requests, oldest first. Requires the admin role.',
    input: z.object({}),
    output: z.object({ removals: z.array(removal) }),
  }),
  'POST /v4/staff/factor-removals': endpoint({
    access: 'staff',
    roles: ['admin'],
    summary: 'Request the removal of a second factor',
    description:
      'Requests the removal for the locked-out account with this email address, and mails a link that stops it to all addresses of the account. Another admin can approve it after 72 hours. Requires the admin role and a recent proof of identity.',
    input: z.object({ email: z.string().trim().max(254) }),
    output: removal,
    refuses: ['account-not-found', 'reauthentication-required', 'not-found', 'removal-exists'],
  }),
  'POST /v4/staff/factor-removals/:removalId/approve': endpoint({
    access: 'staff',
    roles: ['admin'],
    summary: 'Approve the removal of a second factor',
    description:
      'Removes the authenticator app and recovery codes of the account, ends its sessions and mails it, 72 hours or more after the request. Requires the admin role; the admin who requested it can’t approve it.',
    input: z.object({ removalId: uuid }),
    output: z.object({ removed: z.literal(true) }),
    refuses: ['not-found', 'reauthentication-required', 'removal-too-early', 'second-person-needed'],
  }),
  'POST /v4/factor-removals/stop': endpoint({
    access: 'anyone',
    summary: 'Stop the removal of a second factor',
    description: 'Stops a requested removal. Requires the code of the mail about it.',
    input: z.object({ code: z.string().regex(/^[\w-]{20,100}$/) }),
    output: z.object({ stopped: z.literal(true) }),
    refuses: ['code-not-valid'],
  }),
}
