import type { QurbaniPreviewRow } from '#modules/faith/qurbani/contract-fulfilment.ts'
import { PageForm } from '#web/kit/page-form.tsx'
import { useText } from '#web/lib/text.tsx'
import { Button } from '#web/ui/button.tsx'
import { TextArea, TextInput } from '#web/ui/field.tsx'
import { ScrollRegion } from '#web/ui/scroll-region.tsx'

/** A row of a file with its error texts. */
export type ShownRow = Omit<QurbaniPreviewRow, 'faults'> & { readonly faults: readonly string[] }

type TypedAnimals = { readonly animals: string; readonly performedOn: string; readonly place: string }

/** Form that confirms all shares of some animals on one day at one place. */
export function AnimalsForm({
  typed,
  errors,
  days,
}: {
  readonly typed: TypedAnimals | undefined
  readonly errors: Readonly<Record<string, string>>
  readonly days: { readonly from: string; readonly to: string }
}) {
  const t = useText()
  return (
    <PageForm className="card card-in stack qurbani-shares-form" noValidate>
      <h3>{t('qurbani-shares.by-animals')}</h3>
      <TextInput
        id="animals"
        label={t('qurbani-shares.animals-field')}
        hint={t('qurbani-shares.animals-hint')}
        error={errors.animals}
        defaultValue={typed?.animals}
        autoComplete="off"
        dir="ltr"
        required
      />
      <TextInput
        id="performedOn"
        type="date"
        label={t('qurbani-shares.performed-on')}
        error={errors.performedOn}
        defaultValue={typed?.performedOn}
        min={days.from}
        max={days.to}
        required
      />
      <TextInput
        id="place"
        label={t('qurbani-shares.place')}
        hint={t('qurbani-shares.place-hint')}
        error={errors.place}
        defaultValue={typed?.place}
        maxLength={120}
        required
      />
      <p>
        <Button name="intent" value="animals">
          {t('qurbani-shares.confirm-animals')}
        </Button>
      </p>
    </PageForm>
  )
}

/** Form that uploads a file of performed shares for a preview. */
export function FileForm({ csv, errors }: { readonly csv: string; readonly errors: Readonly<Record<string, string>> }) {
  const t = useText()
  return (
    <PageForm encType="multipart/form-data" className="card card-in stack qurbani-shares-form">
      <h3>{t('qurbani-shares.by-file')}</h3>
      <TextInput
        id="file"
        type="file"
        label={t('qurbani-shares.file')}
        hint={t('qurbani-shares.file-hint')}
        error={errors.file}
        accept=".csv,.txt,text/csv,text/plain"
      />
      <TextArea
        id="csv"
        label={t('qurbani-shares.paste')}
        error={errors.csv}
        rows={4}
        dir="ltr"
        defaultValue={csv}
        placeholder={`${t('qurbani-shares.number')},${t('qurbani-shares.performed-on')},${t('qurbani-shares.place')}`}
        spellCheck={false}
      />
      <p>
        <Button name="intent" value="preview" look="quiet">
          {t('qurbani-shares.preview-file')}
        </Button>
      </p>
    </PageForm>
  )
}

/** Rows shown of a file: those with errors, then the first others. */
const shownMax = 200

/** Preview of a file, row by row; one without errors can be confirmed. */
export function SharesPreview({ rows, csv }: { readonly rows: readonly ShownRow[]; readonly csv: string }) {
  const t = useText()
  const faulty = rows.filter(({ faults }) => faults.length > 0)
  const effective = rows.filter(({ effect }) => effect === 'new' || effect === 'changed').length
  const shown = [...faulty, ...rows.filter(({ faults }) => faults.length === 0)].slice(
    0,
    Math.max(faulty.length, shownMax),
  )
  return (
    <section className="stack" aria-labelledby="preview">
      <h2 id="preview">{t('qurbani-shares.preview')}</h2>
      <p className={faulty.length > 0 ? 'notice notice-problem' : 'notice'} role="status">
        {faulty.length > 0
          ? t('qurbani-shares.preview-faulty', { count: faulty.length })
          : t('qurbani-shares.preview-good', { count: rows.length })}
      </p>
      <ScrollRegion label={t('qurbani-shares.preview')} className="qurbani-shares-preview">
        <table className="table">
          <thead>
            <tr>
              <th scope="col">{t('qurbani-shares.row')}</th>
              <th scope="col">{t('qurbani-shares.state')}</th>
              <th scope="col">{t('qurbani-shares.number')}</th>
              <th scope="col">{t('qurbani-shares.performed-on')}</th>
              <th scope="col">{t('qurbani-shares.place')}</th>
            </tr>
          </thead>
          <tbody>
            {shown.map((row) => (
              <tr key={row.row} data-faulty={row.faults.length > 0 || undefined}>
                <th scope="row" className="num">
                  {row.row}
                </th>
                <td>
                  {row.faults.map((sentence) => (
                    <p key={sentence} className="error-text">
                      {sentence}
                    </p>
                  ))}
                  {row.effect ? t(`qurbani-shares.effect-${row.effect}`) : null}
                </td>
                <td className="num" dir="ltr">
                  {row.number}
                </td>
                <td className="num" dir="ltr">
                  {row.performedOn}
                </td>
                <td dir="auto">{row.place}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      <div className="button-row">
        {faulty.length === 0 && effective > 0 ? (
          <PageForm encType="multipart/form-data">
            <textarea name="csv" hidden readOnly value={csv} />
            <Button name="intent" value="confirm">
              {t('qurbani-shares.confirm-file', { count: effective })}
            </Button>
          </PageForm>
        ) : null}
        <a className="button button-quiet" href="?">
          {t('qurbani-shares.cancel')}
        </a>
      </div>
    </section>
  )
}
