import { useEffect, useState } from 'react'
import { type AddressDraft, type AddressField, checkAddress } from '#modules/platform/addresses/rules/address.ts'
import { fieldFault } from '#modules/platform/addresses/rules/form.ts'
import { bookKey, distinctAddresses, convertAddress } from '#modules/platform/addresses/rules/saved.ts'
import { toWire } from '#modules/platform/addresses/rules/wire.ts'
import { api, ApiError } from '#web/lib/api.ts'
import { useFaultText, useText } from '#web/lib/text.tsx'
import { Button } from '#web/ui/button.tsx'
import { ErrorSummary, type FormError } from '#web/ui/error-summary.tsx'
import { useControlId } from '#web/ui/labelled.tsx'
import { Badge, Skeleton } from '#web/ui/small-parts.tsx'
import { unpackList } from './packed-list.ts'
import { AddressFields, type AddressFormProps } from './address-fields.tsx'
import { AddressLines } from './address-lines.tsx'
import { useSummary } from './summary.ts'
import { type Book, chosenFor, type Saved, savedIn } from './saved-address.ts'

type Mode =
  | { readonly kind: 'loading' }
  | { readonly kind: 'list' }
  /** `before`: the address that Cancel restores. */
  | { readonly kind: 'new' | 'edit'; readonly before: AddressDraft }

type Props = AddressFormProps & {
  /** Only addresses in these countries are offered (S1 §5). */
  readonly allowedCountries: readonly string[]
}

/**
 * A signed-in donor's saved addresses (S1 §4): loading, the list, a form for a new one, or a form for the chosen one.
 * Always shows the surrounding form's address, saved or not; Cancel restores the loaded one.
 */
export function AddressPicker({ allowedCountries, ...form }: Props) {
  const { addressData, group, kind, address, onChange, errorOf } = form
  const t = useText()
  const faultText = useFaultText()
  const groupId = useControlId(group)
  const [book, setBook] = useState<Book>()
  const [mode, setMode] = useState<Mode>({ kind: 'loading' })
  const [chosenId, setChosenId] = useState<string>()
  const [newIds, setNewIds] = useState<ReadonlySet<string>>(new Set())
  const [isTried, setTried] = useState(false)
  const [isSaving, setSaving] = useState(false)
  const [notice, setNotice] = useState('')
  const { ofFaults } = useSummary()
  const [summary, setSummary] = useState<{ readonly tries: number; readonly wrong: readonly FormError[] }>({
    tries: 0,
    wrong: [],
  })
  const offered = book ? distinctAddresses(savedIn(book), allowedCountries) : []

  useEffect(() => {
    let isGone = false
    api('GET /api/user/shippingAddress', {}).then(
      (loaded) => {
        if (isGone) return
        setBook(loaded)
        const list = distinctAddresses(savedIn(loaded), allowedCountries)
        // The form's initial address, as in a basket line that is edited, takes precedence over the saved default.
        const text = address.line1?.trim() ? bookKey(address) : undefined
        const first =
          text === undefined
            ? (list.find(({ id }) => id === chosenFor(loaded, kind)) ?? list[0])
            : list.find((address) => bookKey(address) === text)
        if (first) choose(first)
        else setMode({ kind: 'new', before: address })
      },
      (error: unknown) => {
        if (isGone) return
        console.warn('the saved addresses could not be loaded', error)
        setNotice(t('addresses.not-loaded'))
        setMode({ kind: 'new', before: address })
      },
    )
    return () => {
      isGone = true
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- runs once: choosing again would overwrite what was typed
  }, [])

  /** Chooses a saved address. An incomplete one is opened for editing. */
  function choose(saved: Saved) {
    const draft = convertAddress(kind, saved)
    setChosenId(saved.id)
    onChange(draft)
    setMode(Object.keys(checkAddress(kind, draft)).length > 0 ? { kind: 'edit', before: draft } : { kind: 'list' })
  }

  function open(which: 'new' | 'edit') {
    setTried(false)
    setSummary({ tries: 0, wrong: [] })
    setNotice('')
    setMode({ kind: which, before: address })
    if (which === 'new')
      onChange({
        firstName: address.firstName,
        lastName: address.lastName,
        name: address.name,
        country: address.country,
      })
  }

  function cancel() {
    setSummary({ tries: 0, wrong: [] })
    if (mode.kind === 'new' || mode.kind === 'edit') onChange(mode.before)
    setNotice('')
    setMode({ kind: 'list' })
  }

  async function save() {
    setTried(true)
    setNotice('')
    const faults = Object.entries(checkAddress(kind, address)).map(
      ([field, fault]) => [`${group}-${field}`, fault] as const,
    )
    setSummary({ tries: summary.tries + 1, wrong: ofFaults(Object.fromEntries(faults)) })
    if (faults.length > 0) return
    setSaving(true)
    try {
      const edited = mode.kind === 'edit' ? offered.find(({ id }) => id === chosenId) : undefined
      const saved = await api('POST /api/user/shippingAddress', {
        type: kind,
        address: { ...toWire(address), ...(edited ? { ID: edited.id, addressLabel: edited.label } : {}) },
      })
      setBook(saved)
      const made = distinctAddresses(savedIn(saved), allowedCountries).find(
        (addressItem) => bookKey(addressItem) === bookKey(address),
      )
      if (made) {
        if (!edited) setNewIds(new Set([...newIds, made.id]))
        choose(made)
      }
    } catch (error) {
      console.warn('the address could not be saved', error)
      const text = error instanceof ApiError ? Object.values(error.fields)[0] : undefined
      setNotice(text ?? (error instanceof ApiError && error.status === 409 ? error.message : t('addresses.not-saved')))
    } finally {
      setSaving(false)
    }
  }

  if (mode.kind === 'loading')
    return (
      <div className="stack" aria-busy="true">
        <p className="quiet small" role="status">
          {t('addresses.loading')}
        </p>
        <Skeleton block="6.5rem" />
      </div>
    )
  if (mode.kind === 'list')
    return (
      <fieldset className="stack address-picks" id={`${groupId}-saved`} tabIndex={-1}>
        <legend className="visually-hidden">{t('addresses.pick')}</legend>
        {offered.map((saved) => (
          <label key={saved.id} className="option-card address-option">
            <input
              type="radio"
              name={`${group}-saved`}
              checked={saved.id === chosenId}
              onChange={() => choose(saved)}
            />
            <span className="address-option-text">
              {saved.label || newIds.has(saved.id) ? (
                <span className="row">
                  {newIds.has(saved.id) ? <Badge look="accent">{t('addresses.new')}</Badge> : null}
                  {saved.label ? <Badge>{saved.label}</Badge> : null}
                </span>
              ) : null}
              <AddressLines address={saved} countries={unpackList(addressData.countries)} />
            </span>
          </label>
        ))}
        {(Object.keys(checkAddress(kind, address)) as AddressField[]).map((field) =>
          errorOf(`${group}-${field}`) ? (
            <p key={field} className="error-text" id={`${groupId}-${field}`} tabIndex={-1}>
              {errorOf(`${group}-${field}`)}
            </p>
          ) : null,
        )}
        <div className="address-actions row">
          <Button look="quiet" type="button" onClick={() => open('new')}>
            {t('addresses.add-new')}
          </Button>
          {chosenId ? (
            <Button look="quiet" type="button" onClick={() => open('edit')}>
              {t('addresses.edit-chosen')}
            </Button>
          ) : null}
        </div>
      </fieldset>
    )
  const errorAt = (id: string): string | undefined =>
    (isTried ? faultText(fieldFault(kind, id.slice(group.length + 1) as AddressField, address, true)) : undefined) ??
    errorOf(id)
  return (
    <div className="stack">
      {notice ? (
        <p className="notice notice-problem" role="alert">
          {notice}
        </p>
      ) : null}
      <ErrorSummary key={summary.tries} title={t('shell.problem')} wrong={summary.wrong} />
      <AddressFields {...form} errorOf={errorAt} />
      <div className="address-actions row">
        <Button look="quiet" type="button" isBusy={isSaving} onClick={() => void save()}>
          {t(mode.kind === 'new' ? 'addresses.save-new' : 'addresses.save')}
        </Button>
        {offered.length > 0 ? (
          <Button look="quiet" type="button" onClick={cancel}>
            {t('addresses.cancel')}
          </Button>
        ) : null}
      </div>
    </div>
  )
}
