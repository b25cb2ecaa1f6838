import type { ProductContract } from '#modules/contract.ts'
import { currencies, type Currency } from '#shared/currencies.ts'
import type { OutputOf } from '#shared/endpoint.ts'
import { PageForm } from '#web/kit/page-form.tsx'
import type { FormView } from '#web/kit/view-form.ts'
import { useText } from '#web/lib/text.tsx'
import { Select, TextArea, TextInput } from '#web/ui/field.tsx'
import { FileInput } from '#web/ui/file-input.tsx'
import { MatchedRows } from './matched-rows.tsx'
import { dateOrders, decimals, type StatementValues, type uploadFields } from './statement-fields.ts'
import { DoneNotice } from '#web/ui/result-notice.tsx'

/** The form that uploads or pastes a bank's statement, with the names of its columns. */
export function StatementForm({
  form,
  banks,
}: {
  readonly form: FormView<typeof uploadFields>
  /** Banks whose columns are saved. */
  readonly banks: readonly string[]
}) {
  const t = useText()
  return (
    <PageForm className="card card-in stack" encType="multipart/form-data" noValidate>
      <div className="columns">
        <TextInput
          {...form.control('bank')}
          label={t('staff-payouts.bank')}
          hint={t('staff-payouts.bank-hint')}
          list="banks"
          autoComplete="off"
          required
        />
        <datalist id="banks">
          {banks.map((bank) => (
            <option key={bank}>{bank}</option>
          ))}
        </datalist>
        <Select {...form.control('currency')} label={t('staff-payouts.currency')}>
          {currencies.map((code) => (
            <option key={code}>{code}</option>
          ))}
        </Select>
      </div>
      <FileInput
        id="file"
        label={t('staff-payouts.file')}
        hint={t('staff-payouts.file-hint')}
        accept=".csv,.txt,text/csv,text/plain"
      />
      <TextArea {...form.control('csv')} label={t('staff-payouts.paste')} rows={4} dir="ltr" spellCheck={false} />
      <details className="payout-more" open={form.isRefused || banks.length === 0}>
        <summary>{t('staff-payouts.columns')}</summary>
        <div className="stack">
          <p className="quiet small">{t('staff-payouts.columns-lead')}</p>
          <div className="columns">
            {(['date', 'text', 'amount', 'debit', 'credit'] as const).map((column) => (
              <TextInput
                key={column}
                {...form.control(column)}
                label={t(`staff-payouts.column-${column}`)}
                autoComplete="off"
              />
            ))}
            <Select {...form.control('dateOrder')} label={t('staff-payouts.date-order')}>
              {dateOrders.map((order) => (
                <option key={order} value={order}>
                  {t(`staff-payouts.${order}`)}
                </option>
              ))}
            </Select>
            <Select {...form.control('decimal')} label={t('staff-payouts.decimal')}>
              {decimals.map((decimal) => (
                <option key={decimal} value={decimal}>
                  {t(decimal === '.' ? 'staff-payouts.decimal-point' : 'staff-payouts.decimal-comma')}
                </option>
              ))}
            </Select>
          </div>
        </div>
      </details>
      <p>
        <button className="button button-primary" name="intent" value="preview">
          {t('staff-payouts.preview')}
        </button>
      </p>
    </PageForm>
  )
}

/** What a statement matches, and the form that saves its proposals. Nothing is saved before. */
export function StatementPreview({
  values,
  preview,
  currency,
}: {
  readonly values: StatementValues
  readonly preview: OutputOf<ProductContract, 'POST /v4/staff/payout-statements'>
  readonly currency: Currency
}) {
  const t = useText()
  const names = ['bank', 'currency', 'date', 'dateOrder', 'text', 'amount', 'debit', 'credit', 'decimal'] as const
  const fresh = preview.matched + preview.differing
  return (
    <section className="card card-in stack" aria-labelledby="preview">
      <h2 id="preview">{t('staff-payouts.preview-title')}</h2>
      <DoneNotice>
        {t('staff-payouts.preview-counts', {
          rows: preview.rows,
          matched: preview.matched,
          differing: preview.differing,
          known: preview.known,
        })}
      </DoneNotice>
      <MatchedRows
        // The rows have no id before they are saved, and the list never changes its order.
        rows={preview.found.map((row, place) => ({ ...row, currency, key: String(place) }))}
      />
      <PageForm className="button-row" encType="multipart/form-data">
        {names.map((name) => (
          <input key={name} type="hidden" name={name} value={values[name]} />
        ))}
        <textarea name="csv" hidden readOnly value={values.csv} />
        {fresh > 0 ? (
          <button className="button button-primary" name="intent" value="propose">
            {t('staff-payouts.propose', { count: fresh })}
          </button>
        ) : null}
        <a className="button button-quiet" href="/staff/payouts/statements">
          {t('staff-payouts.other-file')}
        </a>
      </PageForm>
    </section>
  )
}
