import { useEffect } from 'react'
import { required } from '#shared/collections.ts'

const controls = 'a,button,input,select,textarea,summary'
/**
 * Selectors that replace pseudo-classes inside `[data-pin]`, with the same specificity, so that the cascade is
 * unchanged.
 */
const pinned: readonly (readonly [state: RegExp, inside: string])[] = [
  [/:hover/g, ':is([data-pin=hover] *)'],
  [/:focus-within/g, ':is([data-pin=focus] *)'],
  [/:focus(-visible)?(?![-\w])/g, `:where([data-pin=focus] :is(${controls}))`],
]

/**
 * Shows everything inside `[data-pin=hover]` and `[data-pin=focus]` as hovered or focused, by copying the page's own
 * rules.
 */
export const usePinnedStates = (): void =>
  useEffect(() => {
    const added: { readonly sheet: CSSStyleSheet | CSSGroupingRule; readonly rule: CSSRule }[] = []
    const pin = (sheet: CSSStyleSheet | CSSGroupingRule) => {
      for (const rule of sheet.cssRules) {
        if (rule instanceof CSSGroupingRule && !(rule instanceof CSSStyleRule)) pin(rule)
        if (!(rule instanceof CSSStyleRule)) continue
        const selector = pinned.reduce((text, [state, inside]) => text.replace(state, inside), rule.selectorText)
        if (selector === rule.selectorText) continue
        const index = [...sheet.cssRules].indexOf(rule) + 1
        sheet.insertRule(`${selector}{${rule.style.cssText}}`, index)
        added.push({ sheet, rule: required(sheet.cssRules[index]) })
      }
    }
    for (const sheet of document.styleSheets) pin(sheet)
    return () => {
      for (const { sheet, rule } of added) sheet.deleteRule([...sheet.cssRules].indexOf(rule))
    }
  }, [])
