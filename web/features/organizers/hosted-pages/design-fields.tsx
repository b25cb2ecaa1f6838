import { numberFormat } from '#shared/formats.ts'
import type { HostedPageView } from '#modules/organizers/hosted-pages/contract.ts'
import { contrastOf, textOn } from '#shared/colour/contrast.ts'
import { readColour } from '#modules/organizers/hosted-pages/rules/colours.ts'
import { pageLimits, socialNames } from '#modules/organizers/hosted-pages/rules/page-content.ts'
import { useLocale, useText } from '#web/lib/text.tsx'
import { Checkbox, TextInput } from '#web/ui/field.tsx'
import { usePictureUpload } from '../fundraising/use-picture-upload.ts'
import type { PostedPage } from './posted-page.ts'
import type { Json } from '#shared/wire/json.ts'

type Props = {
  readonly page: Json<HostedPageView>
  readonly typed: PostedPage | undefined
  readonly errors: Readonly<Record<string, string>>
  /** Called when a script changed the form's fields. */
  readonly onChange: () => void
}

/** Pictures, video and colours. */
export function DesignFields({ page, typed, errors, onChange }: Props) {
  const t = useText()
  const { settings } = page
  return (
    <>
      {(['image', 'logo'] as const).map((field) => (
        <Picture
          key={field}
          field={field}
          campaignId={page.legacyCampaignId}
          address={field === 'image' ? page.coverPhoto : settings.logo}
          alt={field === 'image' ? settings.imageAlt : settings.logoAlt}
          errors={errors}
          onChange={onChange}
        />
      ))}
      <TextInput
        id="video"
        label={t('pages.video')}
        hint={t('pages.video-hint')}
        dir="ltr"
        defaultValue={page.video ?? ''}
        error={errors.video}
      />
      {(['primaryColor', 'secondaryColor'] as const).map((field) => (
        <TextInput
          key={field}
          id={field}
          label={t(`pages.${field}`)}
          hint={<ColourHint colour={typed?.[field] ?? settings[field]} />}
          dir="ltr"
          maxLength={7}
          defaultValue={settings[field]}
          error={errors[field]}
        />
      ))}
    </>
  )
}

/** The text colour that will be used on a background. Contrast never rejects a colour (pages-4). */
function ColourHint({ colour: typed }: { readonly colour: string }) {
  const t = useText()
  const locale = useLocale()
  const colour = readColour(typed)
  if (!colour) return t('pages.colour-format')
  const text = textOn(colour)
  const ratio = numberFormat(locale, { maximumFractionDigits: 1 }).format(contrastOf(colour, text))
  return (
    <span className="hosted-page-builder-colour">
      <span className="hosted-page-builder-sample" style={{ background: colour, color: text }} aria-hidden="true">
        Aa
      </span>
      {t(text === '#FFFFFF' ? 'pages.text-white' : 'pages.text-dark', { ratio: `\u2068${ratio}:1\u2069` })}
    </span>
  )
}

/** A picture with its description: uploaded by JavaScript, or by URL. */
function Picture({
  field,
  campaignId,
  address,
  alt,
  errors,
  onChange,
}: Pick<Props, 'errors' | 'onChange'> & {
  readonly field: 'image' | 'logo'
  readonly campaignId: string
  readonly address: string | null
  readonly alt: string
}) {
  const t = useText()
  const uploading = usePictureUpload(campaignId)
  return (
    <fieldset className="group">
      <legend>{t(`pages.${field}`)}</legend>
      <div className="stack">
        <p className="no-script-hidden">
          <label className="button button-quiet">
            {t(uploading.isUploading ? 'pages.picture-uploading' : 'pages.picture-choose')}
            <input
              className="visually-hidden"
              type="file"
              accept="image/jpeg,image/png,image/webp,image/avif"
              onChange={(event) => {
                const { form, files } = event.target
                const file = files?.[0]
                if (!file) return
                void uploading.upload(file).then((picture) => {
                  const input = form?.elements.namedItem(field)
                  if (!picture || !(input instanceof HTMLInputElement)) return
                  input.value = picture.id
                  onChange()
                })
              }}
            />
          </label>
        </p>
        <TextInput
          id={field}
          label={t('pages.picture-address')}
          hint={t('pages.picture-hint')}
          dir="ltr"
          defaultValue={address ?? ''}
          error={errors[field] ?? (uploading.problem || undefined)}
        />
        <TextInput
          id={`${field}Alt`}
          label={t('pages.picture-alt')}
          maxLength={pageLimits.imageAlt}
          defaultValue={alt}
          error={errors[`${field}Alt`]}
        />
      </div>
    </fieldset>
  )
}

/** URL, links, the charity's pixel, and whether lists show the page. */
export function PageAddressFields({ page, errors }: Pick<Props, 'page' | 'errors'>) {
  const t = useText()
  const { settings } = page
  return (
    <>
      <TextInput
        id="customUrl"
        label={t('pages.custom-url')}
        hint={t('pages.custom-url-hint', { url: `\u2068${page.url}\u2069` })}
        dir="ltr"
        defaultValue={settings.customUrl}
        error={errors.customUrl}
      />
      {socialNames.map((name) => (
        <TextInput
          key={name}
          id={name}
          label={t(`hosted-page.${name}`)}
          type="url"
          dir="ltr"
          defaultValue={settings.socialLinks[name]}
          error={errors[`socialLinks.${name}`]}
        />
      ))}
      <TextInput
        id="facebookPixelId"
        label={t('pages.pixel')}
        hint={t('pages.pixel-hint')}
        inputMode="numeric"
        dir="ltr"
        maxLength={20}
        defaultValue={settings.facebookPixelId}
        error={errors.facebookPixelId}
      />
      <Checkbox id="listed" label={t('pages.listed')} hint={t('pages.listed-hint')} defaultChecked={settings.listed} />
    </>
  )
}
