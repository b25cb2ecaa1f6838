import { type ComponentType, type InputHTMLAttributes, type ReactNode, useState } from 'react'
import type { SuggestionsProps } from './suggestions.tsx'

/** A search field with suggestions, which are loaded on focus. A plain form without JavaScript. */
export function SearchBox({
  id,
  label,
  placeholder,
  defaultValue = '',
  button,
  className,
  children,
}: {
  readonly id: string
  readonly label: string
  readonly placeholder: string
  readonly defaultValue?: string
  readonly button: ReactNode
  readonly className?: string
  /** Hidden fields. */
  readonly children?: ReactNode
}) {
  const [Suggestions, setSuggestions] = useState<ComponentType<SuggestionsProps>>()
  const [typed, setTyped] = useState(defaultValue)
  const [attributes, setAttributes] = useState<InputHTMLAttributes<HTMLInputElement>>({})
  function load() {
    if (!Suggestions)
      import('./suggestions.tsx').then(
        (part) => setSuggestions(() => part.Suggestions),
        () => undefined, // Search works without suggestions.
      )
  }
  return (
    <form
      method="get"
      action="/v4/discover"
      role="search"
      className={className ? `search-box ${className}` : 'search-box'}
    >
      <label htmlFor={id} className="visually-hidden">
        {label}
      </label>
      <input
        className="input"
        type="search"
        id={id}
        name="q"
        maxLength={200}
        dir="auto"
        autoComplete="off"
        defaultValue={defaultValue}
        placeholder={placeholder}
        onFocus={load}
        onInput={({ currentTarget }) => setTyped(currentTarget.value)}
        {...attributes}
      />
      {button}
      {children}
      {Suggestions ? <Suggestions id={id} typed={typed} onAttributes={setAttributes} /> : null}
    </form>
  )
}
