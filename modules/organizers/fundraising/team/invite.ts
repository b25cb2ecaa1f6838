import { dayMs } from '#shared/time.ts'
import { createHash } from 'node:crypto'
import { record } from '#modules/platform/audit/index.ts'
import type { AccountViewer } from '#modules/platform/identity/index.ts'
import { checkEmail, normalizeEmail, tidyEmail } from '#modules/platform/identity/rules/email.ts'
import { mailHostOf, queueMails } from '#modules/platform/notifications/index.ts'
import type { RequestContext } from '#shared/endpoint.ts'
import type { Tx } from '#shared/ports.ts'
import { Problem } from '#shared/problem.ts'
import { type TextKey, textsOf } from '#shared/texts/catalogue.ts'
import type { FundraisingPorts } from '../ports.ts'
import { type InvitedTo, invitationsSentBy, openInvitations, insertInvitation } from '../queries/invitations.ts'
import { invitationDays, openInvitationsMax } from '../rules/team.ts'

export const hashOfCode = (code: string): Buffer => createHash('sha256').update(code).digest()
export const objectOf = (to: InvitedTo): string =>
  'campaignId' in to ? `campaign:${to.campaignId}` : `organization:${to.organizationId}`

const sentADayMax = 50

export type InvitationRequest = {
  readonly email: string
  readonly role: TextKey<'organizers/fundraising-mails', 'role.'>
  readonly publicName: string
  readonly publicRole: string
}

/**
 * Mails an invitation. The response doesn't reveal whether the address has an account (security-10). A repeated
 * invitation invalidates the earlier link. The caller has checked the viewer's permission and the role.
 */
export async function invite(
  ports: FundraisingPorts,
  viewer: AccountViewer,
  context: RequestContext,
  input: {
    readonly to: InvitedTo
    readonly title: string
    readonly asked: InvitationRequest
    /** Runs first in the transaction of the invitation, to check again what may have changed since. */
    readonly checkAgain?: (tx: Tx) => Promise<void>
    /** Runs in the transaction of the invitation, with the address as stored. */
    readonly andThen?: (tx: Tx, email: string) => Promise<void>
  },
): Promise<void> {
  const { asked, to } = input
  const { locale } = context
  // Recipients couldn't reply to an unconfirmed sender, so the platform mails no one for them.
  if (!viewer.isEmailConfirmed) throw new Problem('conflict', 'confirm-email-first')
  const fault = checkEmail(asked.email)
  if (fault) throw new Problem('validation', 'invalid-input', { fields: { email: fault } })
  const instant = ports.clock()
  if ((await openInvitations(ports.db, to, instant)).length >= openInvitationsMax)
    throw new Problem('conflict', 'too-many-invitations')
  if ((await invitationsSentBy(ports.db, viewer.accountId, new Date(instant.getTime() - dayMs))) >= sentADayMax)
    throw new Problem('rate-limit', 'rate-limited', { retryAfterSeconds: 3600 })
  const [id, code] = [ports.newId(), ports.newToken(32)]
  const email = tidyEmail(asked.email)
  const name = `${viewer.firstName} ${viewer.lastName}`.trim() || ports.productName
  const role = textsOf('organizers/fundraising-mails', locale)(`role.${asked.role}`)
  const values = {
    product: ports.productName,
    title: `\u2068${input.title}\u2069`,
    name: `\u2068${name}\u2069`,
    role,
    days: invitationDays,
  }
  const say = textsOf('organizers/fundraising-mails', locale, values, 'invited.')
  await ports.write(async (tx) => {
    await input.checkAgain?.(tx)
    await insertInvitation(tx, {
      id,
      to,
      email,
      emailKey: normalizeEmail(email),
      role: asked.role,
      publicName: asked.publicName,
      publicRole: asked.publicRole,
      invitedBy: viewer.accountId,
      codeHash: hashOfCode(code),
      at: instant,
      expiresAt: new Date(instant.getTime() + invitationDays * dayMs),
    })
    await record(tx, {
      actor: { kind: 'account', id: viewer.accountId },
      act: 'fundraising.invited',
      object: objectOf(to),
      at: instant,
      ip: context.ip,
      details: { invitationId: id, role: asked.role },
    })
    await queueMails(
      tx,
      [
        {
          id: ports.newId(),
          messageId: `<invitation.${id}@${mailHostOf(ports.mailFrom)}>`,
          kind: invitationMail,
          to: email,
          locale,
          subject: say('subject').replace(/\s+/g, ' '),
          content: {
            locale,
            productName: ports.productName,
            title: say('title'),
            preheader: say('text'),
            footer: say('footer'),
            blocks: [
              { kind: 'text', text: say('text') },
              { kind: 'button', text: say('button'), url: `${ports.origin}/organize/join?code=${code}` },
              { kind: 'small', text: say('small') },
            ],
          },
        },
      ],
      instant,
    )
    await input.andThen?.(tx, email)
  })
}

/** Kind of mails that contain a code; they are purged once the code is invalid. */
export const invitationMail = 'team-invitation'
