import { dayMs } from '#shared/time.ts'
import { purgeMails, type NotificationPorts } from '#modules/platform/notifications/index.ts'
import { invitationMail } from './invite.ts'
import { deleteOldInvitations } from '../queries/invitations.ts'
import { invitationDays } from '../rules/team.ts'

const keptDays = 30

/** Deletes mails with expired codes, and invitations that ended long ago. */
export async function purgeInvitations(ports: NotificationPorts): Promise<void> {
  const now = ports.clock().getTime()
  await purgeMails(ports, [invitationMail], new Date(now - invitationDays * dayMs))
  await ports.write((tx) => deleteOldInvitations(tx, new Date(now - keptDays * dayMs)))
}
