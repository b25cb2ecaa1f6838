import type { KeyboardEvent } from 'react'
import type { OutputOf } from '#shared/endpoint.ts'
import type { ProductContract } from '#modules/contract.ts'
import { direction, languageName } from '#shared/text.ts'
import { PageForm } from '#web/kit/page-form.tsx'
import { type MessageKey, useLocale, useText } from '#web/lib/text.tsx'
import { RulingFields, type TypedRuling } from './ruling-fields.tsx'
import { Checkbox, RadioGroup, Select, TextArea, TextInput } from '#web/ui/field.tsx'

export type CasePage = OutputOf<ProductContract, 'GET /v4/staff/cases/:caseId'>
export type TypedDecision = {
  readonly reason: string
  readonly template: string
  readonly message: string
  readonly categories: readonly string[]
  readonly expiresOn: string
  readonly ruling: TypedRuling
}

/**
 * The decision, its reason, and the letter to the organizer. A plain form: without JavaScript all templates are
 * offered, and the server validates the choice.
 */
export function DecisionForm({
  page,
  chosen,
  choose,
  typed,
  errors,
}: {
  readonly page: CasePage
  readonly chosen: string
  readonly choose: (decision: string) => void
  readonly typed: TypedDecision | undefined
  readonly errors: Readonly<Record<string, string>>
}) {
  const t = useText()
  const locale = useLocale()
  const mailed = page.decisions.filter(({ hasLetter }) => hasLetter)
  const withTemplates = mailed.filter(({ templates }) => templates.length > 0)
  return (
    <PageForm className="stack account-form" noValidate onKeyDown={submitByKey}>
      <input type="hidden" name="seen" value={page.seen} />
      <RadioGroup
        name="decision"
        legend={t('case.decision')}
        isWide
        value={chosen}
        onChoose={choose}
        error={errors.decision}
        choices={page.decisions.map(({ key, mails }) => ({
          value: key,
          label: t(`case.do-${key}` as MessageKey),
          note: t(mails === null ? 'case.mails-no-one' : `case.mails-${mails}`),
        }))}
      />
      {page.zakat ? (
        <>
          <ZakatFields zakat={page.zakat} typed={typed} errors={errors} />
          <RulingFields evidence={page.evidence} typed={typed?.ruling} errors={errors} />
        </>
      ) : null}
      <TextArea
        id="reason"
        label={t('case.reason')}
        hint={t('case.reason-hint')}
        defaultValue={typed?.reason}
        error={errors.reason}
        required
        maxLength={2000}
      />
      {withTemplates.length > 0 ? (
        <>
          <Select id="template" label={t('case.template')} defaultValue={typed?.template ?? ''} error={errors.template}>
            <option value="">{t('case.template-none')}</option>
            {withTemplates.map(({ key, templates }) => (
              <optgroup key={key} label={t(`case.do-${key}` as MessageKey)}>
                {templates.map((template) => (
                  <option key={template.key} value={template.key}>
                    {t(`case.template-${template.key}` as MessageKey)}
                  </option>
                ))}
              </optgroup>
            ))}
          </Select>
          <details>
            <summary>{t('case.templates-read')}</summary>
            <dl className="stack" lang={page.lettersIn} dir={direction(page.lettersIn)}>
              {[
                ...new Map(
                  withTemplates.flatMap(({ templates }) =>
                    templates.map((template) => [template.key, template] as const),
                  ),
                ).values(),
              ].map(({ key, text }) => (
                <div key={key}>
                  <dt className="strong" lang="" dir="auto">
                    {t(`case.template-${key}` as MessageKey)}
                  </dt>
                  <dd>{text}</dd>
                </div>
              ))}
            </dl>
          </details>
        </>
      ) : null}
      {mailed.length > 0 ? (
        <TextArea
          id="message"
          label={t('case.message')}
          hint={t('case.message-language', { language: languageName(page.lettersIn, locale) })}
          mark={t('shell.optional')}
          defaultValue={typed?.message}
          error={errors.message}
          maxLength={2000}
        />
      ) : null}
      <p className="review-submit">
        <button className="button button-primary button-wide" name="intent" value="decide">
          {t('case.submit')}
        </button>
      </p>
    </PageForm>
  )
}

/** Submits the form on Ctrl+Enter, or Command+Enter, in one of its fields. */
function submitByKey(event: KeyboardEvent<HTMLFormElement>) {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return
  event.preventDefault()
  event.currentTarget.querySelector<HTMLButtonElement>('button[value="decide"]')?.click()
}

function ZakatFields({
  zakat,
  typed,
  errors,
}: {
  readonly zakat: NonNullable<CasePage['zakat']>
  readonly typed: TypedDecision | undefined
  readonly errors: Readonly<Record<string, string>>
}) {
  const t = useText()
  return (
    <>
      <fieldset
        className="group"
        id="categories"
        tabIndex={-1}
        aria-describedby={errors.categories ? 'categories-error' : undefined}
      >
        <legend>{t('case.categories')}</legend>
        {errors.categories ? (
          <p className="error" id="categories-error">
            {errors.categories}
          </p>
        ) : null}
        {zakat.categories.map((category) => (
          <Checkbox
            key={category}
            id={`category-${category}`}
            name="categories"
            value={category}
            label={t(`zakat.${category}`)}
            defaultChecked={typed ? typed.categories.includes(category) : true}
          />
        ))}
        <p className="quiet small">{t('zakat.source')}</p>
      </fieldset>
      <TextInput
        id="expiresOn"
        type="date"
        label={t('case.expires')}
        defaultValue={typed?.expiresOn ?? zakat.expiresOn}
        error={errors.expiresOn}
      />
    </>
  )
}
