import { shapes } from './country-shapes.ts'

export type CountryMapProps = {
  readonly counts: readonly { readonly code: string; readonly count: number }[]
  readonly chosen: readonly string[]
  readonly nameOf: (code: string) => string
  readonly onChoose: (code: string) => void
}

/**
 * The world map, drawn at build time, without tiles or third parties. For pointers only; the list next to it is for
 * keyboards and screen readers.
 */
export function CountryMap({ counts, chosen, nameOf, onChoose }: CountryMapProps) {
  const countOf = new Map(counts.map(({ code, count }) => [code, count]))
  const most = Math.max(1, ...counts.map(({ count }) => count))
  const codes = Object.keys(shapes).toSorted((a, b) => Number(chosen.includes(a)) - Number(chosen.includes(b)))
  return (
    <svg
      viewBox="0 0 1000 472"
      aria-hidden="true"
      onClick={(event) => {
        const code = (event.target as Element).getAttribute('data-code')
        if (code && countOf.has(code)) onChoose(code)
      }}
    >
      {codes.map((code) => {
        const count = countOf.get(code) ?? 0
        return (
          <path
            key={code}
            d={shapes[code]}
            data-code={code}
            data-depth={count === 0 ? 0 : Math.ceil((3 * count) / most)}
            data-on={chosen.includes(code)}
          >
            {count > 0 ? <title>{`${nameOf(code)} · ${count}`}</title> : null}
          </path>
        )
      })}
    </svg>
  )
}
