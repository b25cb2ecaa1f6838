import { isLocalDate } from '#shared/calendar.ts'
import { LoadedTexts, postedLoaded } from '#web/kit/loaded-texts.tsx'
import { PageForm } from '#web/kit/page-form.tsx'
import { postedText } from '#web/lib/form-values.ts'
import { type MessageKey, useText } from '#web/lib/text.tsx'
import { TextArea, TextInput } from '#web/ui/field.tsx'

export type TypedEvent = {
  readonly slug: string
  readonly title: string
  readonly titleAr: string
  readonly about: string
  readonly aboutAr: string
  readonly startsOn: string
  readonly endsOn: string
}

export const postedEvent = (form: FormData): TypedEvent => ({
  slug: postedText(form, 'slug', 200).trim(),
  title: postedText(form, 'title', 200).trim(),
  titleAr: postedText(form, 'titleAr', 200).trim(),
  about: longText(form, 'about'),
  aboutAr: longText(form, 'aboutAr'),
  startsOn: postedText(form, 'startsOn', 10),
  endsOn: postedText(form, 'endsOn', 10),
})

const aboutMax = 2000

/** Browsers post line ends as CR LF and count them as one character. */
const longText = (form: FormData, name: string): string =>
  postedText(form, name, 2 * aboutMax)
    .replaceAll('\r\n', '\n')
    .trim()

/** The texts of an event that can be changed later. */
const eventTextNames = ['title', 'titleAr', 'about', 'aboutAr', 'startsOn', 'endsOn'] as const
type EventTexts = Omit<TypedEvent, 'slug'>

/** Reads the texts that the form loaded; undefined for a new event. */
export const postedLoadedEvent = (form: FormData): EventTexts | undefined =>
  postedLoaded(form, eventTextNames, aboutMax)

/** Returns an event's errors by field, before it is sent. */
export const checkEvent = (typedEvent: TypedEvent): Partial<Record<keyof TypedEvent, MessageKey>> => ({
  ...(typedEvent.title === '' || typedEvent.title.length > 120 ? { title: 'curating.title-missing' } : {}),
  ...(typedEvent.titleAr.length > 120 ? { titleAr: 'curating.title-missing' } : {}),
  ...(/^[a-z0-9-]{1,80}$/.test(typedEvent.slug) ? {} : { slug: 'curating.slug-wrong' }),
  ...(isLocalDate(typedEvent.startsOn) ? {} : { startsOn: 'curating.day-missing' }),
  ...(isLocalDate(typedEvent.endsOn) ? {} : { endsOn: 'curating.day-missing' }),
})

/** Names and texts in both languages, and dates. The slug can't be changed later. */
export function EventForm({
  event,
  loaded,
  isNew,
  errors,
}: {
  readonly event: TypedEvent | undefined
  /** What the form loaded; not for a new event. */
  readonly loaded: Partial<EventTexts> | undefined
  readonly isNew: boolean
  readonly errors: Readonly<Record<string, string | undefined>>
}) {
  const t = useText()
  return (
    <PageForm id="event" className="stack account-form" noValidate>
      {loaded ? <LoadedTexts texts={loaded} /> : null}
      <TextInput
        id="title"
        label={t('curating.title-en')}
        lang="en"
        defaultValue={event?.title}
        error={errors.title}
        required
        maxLength={120}
        autoComplete="off"
      />
      <TextInput
        id="titleAr"
        label={t('curating.title-ar')}
        mark={t('shell.optional')}
        lang="ar"
        defaultValue={event?.titleAr}
        error={errors.titleAr}
        maxLength={120}
        autoComplete="off"
      />
      {isNew ? (
        <TextInput
          id="slug"
          label={t('curating.slug')}
          hint={t('curating.slug-hint')}
          dir="ltr"
          defaultValue={event?.slug}
          error={errors.slug}
          required
          maxLength={80}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      ) : null}
      <div className="columns">
        <TextInput
          id="startsOn"
          type="date"
          label={t('curating.starts')}
          defaultValue={event?.startsOn}
          error={errors.startsOn}
          required
        />
        <TextInput
          id="endsOn"
          type="date"
          label={t('curating.ends')}
          defaultValue={event?.endsOn}
          error={errors.endsOn}
          required
        />
      </div>
      <TextArea
        id="about"
        label={t('curating.about-en')}
        mark={t('shell.optional')}
        lang="en"
        defaultValue={event?.about}
        error={errors.about}
        maxLength={aboutMax}
        rows={4}
      />
      <TextArea
        id="aboutAr"
        label={t('curating.about-ar')}
        mark={t('shell.optional')}
        lang="ar"
        defaultValue={event?.aboutAr}
        error={errors.aboutAr}
        maxLength={aboutMax}
        rows={4}
      />
      <p>
        <button className="button button-primary" name="intent" value="save">
          {t(isNew ? 'curating.create' : 'curating.save')}
        </button>
      </p>
    </PageForm>
  )
}
