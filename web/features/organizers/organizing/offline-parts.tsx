import type { Currency } from '#shared/money.ts'
import { withQuery } from '#shared/pages/with-query.ts'
import { offlineMethods } from '#modules/organizers/organizing/rules/offline.ts'
import type { OfflineView, PreviewRow } from '#modules/organizers/organizing/contract-offline.ts'
import { checkbox, hidden, text, unlimited } from '#web/kit/fields.ts'
import { PageForm } from '#web/kit/page-form.tsx'
import type { FormView } from '#web/kit/view-form.ts'
import { useFaultText, useText } from '#web/lib/text.tsx'
import { Amount } from '#web/ui/amount.tsx'
import { Button } from '#web/ui/button.tsx'
import { Checkbox, Select, TextArea, TextInput } from '#web/ui/field.tsx'
import { ExactAmountInput } from '#web/ui/exact-amount-input.tsx'
import { Badge } from '#web/ui/small-parts.tsx'
import { ScrollRegion } from '#web/ui/scroll-region.tsx'
import type { Json } from '#shared/wire/json.ts'

/** An offline donation, and the key that records it once. */
export const offlineFields = {
  amount: unlimited(24),
  receivedOn: unlimited(20),
  donorName: text(80),
  method: unlimited(20),
  anonymous: checkbox,
  note: text(500),
  key: hidden,
}

/** Form for an offline donation with an idempotency key. */
export function OfflineForm({
  action,
  currency,
  today,
  form,
  idempotencyKey,
}: {
  readonly action: string
  readonly currency: Currency
  readonly today: string
  readonly form: FormView<typeof offlineFields>
  readonly idempotencyKey: string
}) {
  const t = useText()
  return (
    <PageForm action={action} className="stack" noValidate>
      <input type="hidden" name="key" value={idempotencyKey} />
      <ExactAmountInput {...form.control('amount')} label={t('organize.amount-in', { currency })} />
      <TextInput {...form.control('receivedOn')} type="date" label={t('organize.received-on')} max={today} required />
      <TextInput {...form.control('donorName')} label={t('organize.donor-name')} autoComplete="off" />
      <Select {...form.control('method')} label={t('organize.method')}>
        {offlineMethods.map((method) => (
          <option key={method} value={method}>
            {t(`organize.method-${method}`)}
          </option>
        ))}
      </Select>
      <Checkbox {...form.check('anonymous')} value="yes" label={t('organize.is-anonymous')} />
      <TextArea
        {...form.control('note')}
        label={t('organize.evidence')}
        hint={t('organize.evidence-hint')}
        rows={2}
        required
      />
      <p>
        <Button name="intent" value="add">
          {t('organize.offline-add')}
        </Button>
      </p>
    </PageForm>
  )
}

const looks = { counted: 'brand', waiting: 'accent', withdrawn: 'zakat' } as const

/** Offline donations with their state and actions. */
export function OfflineList({
  donations,
  here,
  withdrawing,
  problem,
  typed,
}: {
  readonly donations: readonly (Json<OfflineView> & { readonly label: string })[]
  /** The URL of the list. */
  readonly here: string
  /** The donation whose form is open. */
  readonly withdrawing: string | null
  readonly problem: string | undefined
  /** A rejected reason. */
  readonly typed: string
}) {
  const t = useText()
  const withdrawalOf = (id: string) => `${withQuery(here, { withdraw: id })}#${id}`
  return (
    <ul className="card organize-rows">
      {donations.map((donation) => (
        <li key={donation.id} id={donation.id} className="offline-donation">
          <div className="claim-head">
            <div>
              <p className="strong offline-sum">
                <Amount minor={donation.amount} currency={donation.currency} />
              </p>
              <p className="quiet small">
                <span dir="auto">{donation.donorName ?? t('organize.anonymous')}</span> ·{' '}
                {t(`organize.method-${donation.method}`)} · <bdi>{donation.label}</bdi>
              </p>
            </div>
            <Badge look={looks[donation.state]}>{t(`organize.offline-${donation.state}`)}</Badge>
          </div>
          <p className="small">
            <bdi>{donation.note}</bdi>
          </p>
          {donation.reason ? (
            <p className="quiet small">
              {t('organize.withdrawn-because')} <bdi>{donation.reason}</bdi>
            </p>
          ) : null}
          {donation.state === 'waiting' ? (
            <p className="quiet small">
              {t(donation.canConfirm ? 'organize.awaiting-you' : 'organize.awaiting-another')}
            </p>
          ) : null}
          {withdrawing === donation.id ? (
            <PageForm action={withdrawalOf(donation.id)} className="notice stack">
              <input type="hidden" name="gift" value={donation.id} />
              <TextInput
                id="reason"
                label={t('organize.withdraw-why')}
                error={problem}
                defaultValue={typed}
                maxLength={300}
                required
              />
              <div className="button-row">
                <Button look="danger" name="intent" value="withdraw">
                  {t('organize.withdraw-yes')}
                </Button>
                <a className="button button-quiet" href={here}>
                  {t('organize.cancel')}
                </a>
              </div>
            </PageForm>
          ) : (
            <div className="button-row">
              {donation.canConfirm ? (
                <PageForm action={here}>
                  <input type="hidden" name="gift" value={donation.id} />
                  <Button name="intent" value="confirm">
                    {t('organize.confirm')}
                  </Button>
                </PageForm>
              ) : null}
              {donation.canConfirm && donation.importId ? (
                <PageForm action={here}>
                  <input type="hidden" name="import" value={donation.importId} />
                  <Button look="quiet" name="intent" value="confirm">
                    {t('organize.confirm-import')}
                  </Button>
                </PageForm>
              ) : null}
              {donation.state === 'withdrawn' ? null : (
                <a
                  className="link-button"
                  href={withdrawalOf(donation.id)}
                  aria-label={t('organize.withdraw-one', { name: donation.donorName ?? t('organize.anonymous') })}
                >
                  {t('organize.withdraw')}
                </a>
              )}
            </div>
          )}
        </li>
      ))}
    </ul>
  )
}

/** Preview of a file's rows, those with errors first. */
export function PreviewTable({ rows }: { readonly rows: readonly PreviewRow[] }) {
  const t = useText()
  return (
    <ScrollRegion label={t('organize.preview')} className="offline-import-table">
      <table className="table">
        <thead>
          <tr>
            <th scope="col">{t('organize.row')}</th>
            <th scope="col">{t('organize.preview-state')}</th>
            <th scope="col">{t('organize.amount')}</th>
            <th scope="col">{t('organize.received-on')}</th>
            <th scope="col">{t('organize.donor')}</th>
            <th scope="col">{t('organize.method')}</th>
            <th scope="col">{t('organize.evidence')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.row} data-faulty={row.faults.length > 0 || undefined}>
              <th scope="row" className="num">
                {row.row}
              </th>
              <td className="offline-import-state">
                <RowState row={row} />
              </td>
              <td className="num" dir="ltr">
                {row.amount}
              </td>
              <td className="num" dir="ltr">
                {row.receivedOn}
              </td>
              <td dir="auto">{row.donorName === '' ? t('organize.anonymous') : row.donorName}</td>
              <td dir="auto">{row.method}</td>
              <td dir="auto">{row.note}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  )
}

function RowState({ row }: { readonly row: PreviewRow }) {
  const t = useText()
  const faultText = useFaultText()
  if (row.faults.length > 0)
    return (
      <ul className="offline-import-faults">
        {row.faults.map(({ field, fault }) => (
          <li key={field} className="error-text">
            {faultText(fault)}
          </li>
        ))}
      </ul>
    )
  if (row.looksKnown) return <Badge look="accent">{t('organize.looks-known')}</Badge>
  return (
    <span>
      <span aria-hidden="true">✓</span> {t('organize.row-good')}
    </span>
  )
}
