import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { AddressDraft } from '#modules/platform/addresses/rules/address.ts'
import { fillAddressFromPlace, canSearch, placeSearch, readPlace } from '#modules/platform/addresses/rules/places.ts'
import { api } from '#web/lib/api.ts'
import { useText } from '#web/lib/text.tsx'
import { TextInput } from '#web/ui/field.tsx'
import { useControlId } from '#web/ui/labelled.tsx'
import type { AddressData } from './address-data.ts'

type Suggestion = { readonly placeId: string; readonly text: string }
type Found =
  | { readonly kind: 'idle' | 'searching' }
  | { readonly kind: 'found'; readonly suggestions: readonly Suggestion[] }
const nothing: Found = { kind: 'idle' }
const none: Found = { kind: 'found', suggestions: [] }

type Props = {
  readonly addressData: Pick<AddressData, 'reach' | 'regions'>
  readonly group: string
  /** Receives a function that returns the form with the chosen place. */
  readonly onPlace: (fill: (typed: AddressDraft) => AddressDraft) => void
}

/**
 * Searches places while typing, and fills the form with the chosen one (S1 §4, §5): from three characters, 750 ms after
 * the last. If the service fails there are no results (S1 §8). An ARIA combobox: the focus stays in the field, arrow
 * keys move, Enter selects.
 */
export function PlaceSearch({ addressData, group, onPlace }: Props) {
  const t = useText()
  const [typed, setTyped] = useState('')
  const [found, setFound] = useState<Found>(nothing)
  const [active, setActive] = useState(-1)
  const [isOpen, setOpen] = useState(false)
  const [chosen, setChosen] = useState<string>()
  /** Session token of one search, for providers that bill by session: from the first letter to the chosen place. */
  const session = useRef<string | undefined>(undefined)
  /** Always applies to the current form, which may have changed while the place was loading. */
  const fillForm = useRef(onPlace)
  useEffect(() => {
    fillForm.current = onPlace
  })
  const id = `${group}-place`
  const controlId = useControlId(id)
  const listId = useControlId(`${group}-places`)
  const suggestions = found.kind === 'found' ? found.suggestions : []
  const isListed = isOpen && suggestions.length > 0

  useEffect(() => {
    if (!canSearch(typed) || typed === chosen) return
    const stopped = new AbortController()
    const timer = setTimeout(() => {
      setFound({ kind: 'searching' })
      session.current ??= crypto.randomUUID()
      api(
        'POST /v4/places/autocomplete',
        { input: typed, includedRegionCodes: [...addressData.regions], sessionToken: session.current },
        { signal: stopped.signal },
      ).then(
        (answer) => {
          if (stopped.signal.aborted) return
          setFound({
            kind: 'found',
            suggestions: answer.suggestions.map(({ placePrediction: { placeId, text } }) => ({
              placeId,
              text: text.text,
            })),
          })
          setActive(-1)
          setOpen(true)
        },
        (error: unknown) => {
          if (stopped.signal.aborted) return
          console.warn('places could not be looked for', error)
          setFound(none)
        },
      )
    }, placeSearch.waitMs)
    return () => {
      clearTimeout(timer)
      stopped.abort()
    }
  }, [typed, chosen, addressData.regions])

  async function take({ placeId, text }: Suggestion) {
    setOpen(false)
    setTyped(text)
    setChosen(text)
    setFound({ kind: 'searching' })
    try {
      const { addressComponents } = await api('GET /v4/places/:placeId', { placeId, sessionToken: session.current })
      fillForm.current((address) => fillAddressFromPlace(readPlace(addressComponents), address))
      setFound(nothing)
    } catch (error) {
      console.warn('the place could not be read', error)
      setChosen(undefined)
      setFound(none)
    }
    session.current = undefined
  }

  function searchAgain() {
    setTyped('')
    setChosen(undefined)
    setFound(nothing)
    document.getElementById(controlId)?.focus()
  }

  function onKeyDown(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key] ?? 0
    if (step !== 0 && suggestions.length > 0) {
      event.preventDefault()
      setOpen(true)
      setActive((active + step + suggestions.length + (active < 0 && step < 0 ? 1 : 0)) % suggestions.length)
    } else if (event.key === 'Enter') {
      // Enter searches and must not submit the surrounding form.
      event.preventDefault()
      const suggestion = suggestions[active]
      if (isListed && suggestion) void take(suggestion)
    } else if (event.key === 'Escape' && isListed) {
      event.preventDefault()
      event.stopPropagation()
      setOpen(false)
    }
  }

  const isNone = found.kind === 'found' && suggestions.length === 0
  function statusText(): string {
    if (found.kind === 'searching') return t('addresses.searching')
    if (isNone) return t('addresses.none')
    if (chosen) return t('addresses.filled', { place: `\u2068${chosen}\u2069` })
    return isListed ? t('addresses.found', { count: suggestions.length }) : ''
  }
  return (
    <div className="address-search">
      <TextInput
        id={id}
        name={undefined}
        label={t(addressData.reach === 'address' ? 'addresses.find-address' : 'addresses.find-city')}
        hint={t('addresses.find-hint')}
        value={typed}
        maxLength={200}
        role="combobox"
        autoComplete="off"
        aria-autocomplete="list"
        aria-expanded={isListed}
        aria-controls={listId}
        aria-activedescendant={isListed && active >= 0 ? `${listId}-${active}` : undefined}
        aria-busy={found.kind === 'searching' || undefined}
        onChange={(event) => {
          setTyped(event.target.value)
          setChosen(undefined)
          setFound(nothing)
        }}
        onKeyDown={onKeyDown}
        onBlur={() => setOpen(false)}
        onFocus={() => setOpen(true)}
      />
      <div id={listId} role="listbox" aria-label={t('addresses.places')} hidden={!isListed} className="address-places">
        {suggestions.map((suggestion, index) => (
          // The field has the focus, and its keys do the same as a click.
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
          <div
            key={suggestion.placeId}
            id={`${listId}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            dir="auto"
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => void take(suggestion)}
          >
            {suggestion.text}
          </div>
        ))}
      </div>
      <div className="address-status">
        <p className="small quiet" role="status">
          {statusText()}
        </p>
        {chosen || isNone ? (
          <button type="button" className="link-button" onClick={searchAgain}>
            {t('addresses.again')}
          </button>
        ) : null}
      </div>
    </div>
  )
}
