import type { VerificationView } from '#modules/organizers/charities/contract.ts'
import { documentKinds } from '#modules/causes/organizations/rules/verification-form.ts'
import { useText } from '#web/lib/text.tsx'
import { Select } from '#web/ui/field.tsx'
import { FileInput } from '#web/ui/file-input.tsx'
import type { Json } from '#shared/wire/json.ts'

/** The documents of a verification, with links, delete buttons and an upload form. */
export function CharityDocuments({
  verification,
  errors,
}: {
  readonly verification: Pick<Json<VerificationView>, 'documents' | 'charity' | 'missing'>
  readonly errors: Readonly<Record<string, string | undefined>>
}) {
  const t = useText()
  const wanted = verification.missing
    .find(({ field }) => field.startsWith('documents.'))
    ?.field.slice('documents.'.length)
  return (
    <>
      {verification.documents.length === 0 ? (
        <p className="quiet">{t('own-charity.no-documents')}</p>
      ) : (
        <ul className="own-charity-documents">
          {verification.documents.map(({ id, kind, name }) => (
            <li key={id}>
              <form method="post" className="own-charity-row">
                <input type="hidden" name="intent" value="remove" />
                <input type="hidden" name="document" value={id} />
                <span>
                  <a href={`/v4/organizations/${verification.charity.id}/documents/${id}`} dir="auto">
                    {name}
                  </a>{' '}
                  <span className="quiet small">{t(`own-charity.document-${kind}`)}</span>
                </span>
                <button
                  className="link-button"
                  aria-label={t('own-charity.document-remove-one', { name: `\u2068${name}\u2069` })}
                >
                  {t('own-charity.document-remove')}
                </button>
              </form>
            </li>
          ))}
        </ul>
      )}
      <form method="post" encType="multipart/form-data" className="stack" noValidate>
        <input type="hidden" name="intent" value="attach" />
        <Select
          id="kind"
          label={t('own-charity.document-kind')}
          hint={t('own-charity.document-kind-hint')}
          error={errors.kind}
          defaultValue={wanted ?? 'extract'}
        >
          {documentKinds.map((kind) => (
            <option key={kind} value={kind}>
              {t(`own-charity.document-${kind}`)}
            </option>
          ))}
        </Select>
        <FileInput
          id="file"
          label={t('own-charity.document-file')}
          hint={t('own-charity.document-file-hint')}
          accept="application/pdf,image/jpeg,image/png,image/webp"
          error={errors.file}
        />
        <p>
          <button className="button button-quiet">{t('own-charity.document-add')}</button>
        </p>
      </form>
    </>
  )
}
