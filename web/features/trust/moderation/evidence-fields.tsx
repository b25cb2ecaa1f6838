import type { ProductContract } from '#modules/contract.ts'
import type { OutputOf } from '#shared/endpoint.ts'
import { describedMax, evidenceMax } from '#modules/trust/moderation/rules/evidence.ts'
import { useText } from '#web/lib/text.tsx'
import { TextInput } from '#web/ui/field.tsx'
import { FileInput } from '#web/ui/file-input.tsx'
import { megabytes } from './megabytes.ts'

type Evidence = OutputOf<ProductContract, 'GET /v4/campaigns/:campaignId/zakat-evidence'>['evidence'][number]

/**
 * The files of a zakat request, inside its form so that typed text is kept when files are added. `intent` is `attach`,
 * or `remove` has a file's id. Works without JavaScript.
 */
export function EvidenceFields({
  files,
  campaignId,
  typed,
  errors,
}: {
  readonly files: readonly Evidence[]
  readonly campaignId: string
  readonly typed: string | undefined
  readonly errors: Readonly<Record<string, string>>
}) {
  const t = useText()
  return (
    <fieldset className="group stack" id="evidence" tabIndex={-1}>
      <legend>
        {t('organize.evidence-title')} <span className="label-mark">({t('shell.optional')})</span>
      </legend>
      <p className="hint">{t('organize.evidence-lead')}</p>
      {files.length < evidenceMax ? (
        <>
          <FileInput
            id="file"
            label={t('organize.evidence-file')}
            hint={t('organize.evidence-file-hint')}
            accept="application/pdf,image/jpeg,image/png,image/webp,image/avif,image/gif"
            error={errors.file}
          />
          <TextInput
            id="description"
            label={t('organize.evidence-description')}
            defaultValue={typed}
            error={errors.description}
            maxLength={describedMax}
            autoComplete="off"
          />
          <p>
            <button className="button button-quiet" name="intent" value="attach">
              {t('organize.evidence-add')}
            </button>
          </p>
        </>
      ) : null}
      {files.length > 0 ? (
        <ul className="desk-evidence">
          {files.map(({ id, kind, bytes, description }) => (
            <li key={id}>
              <p>
                <a className="tap-link" href={`/v4/campaigns/${campaignId}/zakat-evidence/${id}`} dir="auto">
                  {description}
                </a>{' '}
                <span className="quiet small">
                  {t('organize.evidence-size', { kind: t(`organize.evidence-kind-${kind}`), size: megabytes(bytes) })}
                </span>
              </p>
              <button
                className="link-button"
                name="remove"
                value={id}
                aria-label={t('organize.evidence-remove-one', { description: `\u2068${description}\u2069` })}
              >
                {t('organize.evidence-remove')}
              </button>
            </li>
          ))}
        </ul>
      ) : null}
    </fieldset>
  )
}
