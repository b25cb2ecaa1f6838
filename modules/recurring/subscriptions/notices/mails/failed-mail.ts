import { failureCauseOf } from '../../rules/failure-cause.ts'
import { isActive } from '#modules/recurring/plans/rules/states.ts'
import { button, withFee } from './blocks.ts'
import type { MailData } from './mail-data.ts'
import { noticeAmountText, donationsText, planRows } from './rows.ts'
import type { PlanWords } from './words.ts'

/** Mail about a failed donation: why it failed, and whether and when it is charged (recurring-31). */
export function failedMail(mailData: MailData, words: PlanWords) {
  const { about, notice, subscription } = mailData
  const { t } = words
  const cause = failureCauseOf(about.find(({ declineCode }) => declineCode !== null)?.declineCode ?? null)
  const sum = about.reduce((total, { gift, tip }) => total + gift + tip, 0n)
  const retry = notice.nextAt ? about.find(({ state }) => state === 'SCHEDULED') : undefined
  const again = withFee(mailData, words, words.amount(sum))
  const final = isActive(subscription.state) ? 'failed.final' : 'failed.final-over'
  const charge = retry
    ? t('failed.again', { next: words.instant(retry.dueAt), amount: again })
    : t(final, { amount: again })
  const payText = retry ? 'failed.button' : 'failed.button-pay'
  const buttonText = isActive(subscription.state) ? payText : 'look'
  return {
    subject: `subject-${cause}`,
    title: `title-${cause}`,
    text: `text-${cause}`,
    params: { amount: noticeAmountText(mailData, words), donations: donationsText(mailData, words), charge },
    blocks: [
      ...(subscription.state === 'active' && !retry
        ? [{ kind: 'text', text: t('failed.text-continues') } as const]
        : []),
      planRows(mailData, words),
      button(mailData, words, buttonText),
    ],
  }
}
