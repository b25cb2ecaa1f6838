import { useState } from 'react'
import { refundReasons } from '#modules/money/refunds/rules/states.ts'
import { type Currency, money, toMajor } from '#shared/money.ts'
import type { ValuesOf } from '#web/kit/fields.ts'
import { PageForm } from '#web/kit/page-form.tsx'
import { useText } from '#web/lib/text.tsx'
import { Button } from '#web/ui/button.tsx'
import { ExactAmountInput } from '#web/ui/exact-amount-input.tsx'
import { RadioGroup, Select, TextArea } from '#web/ui/field.tsx'
import { useMinorText } from './refund-marks.tsx'
import { partField, type PostedRefund, type refundFields, type RefundPart, refundParts } from './posted-refund.ts'

type SentRefund = Partial<ValuesOf<typeof refundFields>>
type Parts = { readonly gift: number; readonly tip: number; readonly coveredFee: number }
export type RefundableView = {
  readonly currency: Currency
  readonly alreadyRefunded: number
  readonly reviewAbove: number | null
  readonly donor: { readonly name: string }
  readonly donations: readonly { readonly donationId: string; readonly campaign: string; readonly remaining: Parts }[]
}

const words = {
  gift: 'staff-donation.gift',
  tip: 'staff-donation.tip',
  coveredFee: 'staff-donation.covered-fee',
} as const satisfies Record<RefundPart, string>

/**
 * The refund's amount and reason: everything, or parts. For parts, the donation is prefilled, tip and covered fee
 * aren't (refunds-1). Its response is the same page with a confirmation.
 */
export function RefundForm({
  donation,
  sent,
  errors,
}: {
  readonly donation: RefundableView
  /** What was typed, if it wasn't accepted. */
  readonly sent: SentRefund | undefined
  readonly errors: Readonly<Record<string, string>>
}) {
  const t = useText()
  const show = useMinorText(donation.currency)
  const [scope, setScope] = useState<string>(sent?.scope ?? 'everything')
  const all = donation.donations.reduce(
    (sum, { remaining }) => sum + remaining.gift + remaining.tip + remaining.coveredFee,
    0,
  )
  const suggested = (part: RefundPart, remaining: number) =>
    part === 'gift' && remaining > 0 ? toMajor(money(BigInt(remaining), donation.currency)) : ''
  return (
    <PageForm className="stack refund-form">
      <input type="hidden" name="alreadyRefunded" value={donation.alreadyRefunded} />
      <RadioGroup
        name="scope"
        legend={t('refund-form.scope')}
        value={scope}
        onChoose={setScope}
        isWide
        error={errors.scope}
        choices={[
          {
            value: 'everything',
            label: t('refund-form.everything', { amount: show(all) }),
            note: t('refund-form.everything-note'),
          },
          { value: 'parts', label: t('refund-form.parts'), note: t('refund-form.parts-note') },
        ]}
      />
      <div className="refund-parts">
        {donation.donations.flatMap(({ donationId, campaign, remaining }) =>
          refundParts
            .filter((part) => remaining[part] > 0)
            .map((part) => (
              <ExactAmountInput
                key={partField(part, donationId)}
                id={partField(part, donationId)}
                label={
                  donation.donations.length > 1
                    ? t('refund-form.part-of', { part: t(words[part]), cause: `\u2068${campaign}\u2069` })
                    : t(words[part])
                }
                hint={t('refund-form.at-most', { amount: show(remaining[part]) })}
                defaultValue={sent?.amounts?.[partField(part, donationId)] ?? suggested(part, remaining[part])}
                error={errors[partField(part, donationId)]}
              />
            )),
        )}
      </div>
      <Select id="reason" label={t('refund-form.reason')} defaultValue={sent?.reason ?? 'donor-request'}>
        {refundReasons.map((reason) => (
          <option key={reason} value={reason}>
            {t(`refunds.reason-${reason}`)}
          </option>
        ))}
      </Select>
      <TextArea
        id="note"
        label={t('refund-form.note')}
        mark={t('refund-form.optional')}
        rows={2}
        maxLength={500}
        defaultValue={sent?.note ?? ''}
      />
      <div className="button-row">
        <Button look="quiet" name="intent" value="check">
          {t('refund-form.next')}
        </Button>
      </div>
    </PageForm>
  )
}

/**
 * Asks staff to confirm a refund, which can't be undone. The idempotency key makes it count once, however often it is
 * sent.
 */
export function ConfirmRefund({
  donation,
  posted,
  path,
}: {
  readonly donation: RefundableView
  readonly posted: PostedRefund
  readonly path: string
}) {
  const t = useText()
  const show = useMinorText(donation.currency)
  const sum = (parts: readonly Parts[]) =>
    parts.reduce((total, parts) => total + parts.gift + parts.tip + parts.coveredFee, 0)
  const amount = posted.everything ? sum(donation.donations.map(({ remaining }) => remaining)) : sum(posted.lines)
  const major = (minor: number) => toMajor(money(BigInt(minor), donation.currency))
  return (
    <PageForm className="notice stack" aria-labelledby="confirm">
      <h3 id="confirm" tabIndex={-1}>
        {t('refund-form.confirm', {
          amount: show(amount),
          name: `\u2068${donation.donor.name || t('refunds.anonymous')}\u2069`,
        })}
      </h3>
      <p>{t('refund-form.confirm-text')}</p>
      {donation.reviewAbove !== null && amount > donation.reviewAbove ? (
        <p>{t('refund-form.review', { limit: show(donation.reviewAbove) })}</p>
      ) : null}
      <input type="hidden" name="alreadyRefunded" value={posted.alreadyRefunded} />
      <input type="hidden" name="scope" value={posted.everything ? 'everything' : 'parts'} />
      <input type="hidden" name="reason" value={posted.reason} />
      <input type="hidden" name="note" value={posted.note} />
      <input type="hidden" name="key" value={posted.key} />
      {posted.lines.flatMap((line) =>
        refundParts.map((part) => (
          <input
            key={partField(part, line.donationId)}
            type="hidden"
            name={partField(part, line.donationId)}
            value={major(line[part])}
          />
        )),
      )}
      <div className="button-row">
        <Button look="danger" name="intent" value="refund">
          {t('refund-form.yes', { amount: show(amount) })}
        </Button>
        <a className="button button-quiet" href={path}>
          {t('refund-form.no')}
        </a>
      </div>
    </PageForm>
  )
}
