import { useText } from '#web/lib/text.tsx'
import { TextInput } from '#web/ui/field.tsx'

type Names = { readonly firstName?: string | undefined; readonly lastName?: string | undefined }

/** First and last name side by side; the last name is optional. */
export function NameFields({
  typed,
  errors,
}: {
  readonly typed: Names | undefined
  readonly errors: Readonly<Record<string, string>> | undefined
}) {
  const t = useText()
  return (
    <div className="columns">
      <TextInput
        id="firstName"
        label={t('sign-up.first-name')}
        autoComplete="given-name"
        required
        defaultValue={typed?.firstName}
        error={errors?.firstName}
      />
      <TextInput
        id="lastName"
        label={t('sign-up.last-name')}
        mark={t('shell.optional')}
        autoComplete="family-name"
        defaultValue={typed?.lastName}
        error={errors?.lastName}
      />
    </div>
  )
}
