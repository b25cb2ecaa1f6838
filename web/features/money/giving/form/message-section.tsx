import { useText } from '#web/lib/text.tsx'
import { Checkbox, TextArea, TextInput } from '#web/ui/field.tsx'
import { controlsOf, type FormProps } from '../form-controls.ts'
import { SectionFields } from './section-fields.tsx'

const fields = ['customName', 'location', 'words'] as const

/** The optional words of support. Collapsed until they contain a text or an error. */
export function MessageSection(props: FormProps) {
  const t = useText()
  const { form, errorOf } = props
  const { text, box } = controlsOf(props)
  const isUsed = fields.some((name) => form[name] || errorOf(name)) || form.dedication.name !== ''
  return (
    <details className="stack checkout-more" open={isUsed || undefined}>
      <summary>{t('give.add-message')}</summary>
      <div className="stack">
        {form.isAnonymous ? null : (
          <div className="columns">
            <TextInput
              {...text('customName')}
              label={t('give.custom-name')}
              mark={t('shell.optional')}
              maxLength={80}
            />
            <TextInput {...text('location')} label={t('give.location')} mark={t('shell.optional')} maxLength={80} />
          </div>
        )}
        <TextArea
          {...text('words')}
          label={t('give.words')}
          hint={t('give.words-hint')}
          mark={t('shell.optional')}
          maxLength={1000}
        />
        <SectionFields {...props} />
        <div>
          <Checkbox {...box('receiveUpdates')} label={t('give.updates')} />
          <Checkbox {...box('newsletter')} label={t('give.newsletter')} />
        </div>
      </div>
    </details>
  )
}
