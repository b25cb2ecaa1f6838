import fs from 'node:fs'
import path from 'node:path'
import { parseSync } from 'vite'

type Statement = ReturnType<typeof parseSync>['program']['body'][number]
type Interface = Extract<Statement, { type: 'TSInterfaceDeclaration' }>
type Alias = Extract<Statement, { type: 'TSTypeAliasDeclaration' }>
type Node = Alias['typeAnnotation'] | Interface
type Member = Interface['body']['body'][number]
type Parameters = Extract<Member, { type: 'TSMethodSignature' }>['params']

/** Where the names of a type are looked up: in its namespace, around it, and in the imports of its file. */
type Place = { readonly file: string; readonly scope: readonly string[] }
export type PublishedType = { readonly node: Node; readonly place: Place }
type Signature = { readonly params: Parameters; readonly place: Place }
type Property = {
  readonly isOptional: boolean
  readonly type?: PublishedType
  /** The signatures of a method. */
  readonly overloads: readonly Signature[]
}
type Shape = { readonly properties: ReadonlyMap<string, Property>; readonly others?: PublishedType | undefined }

/** Marks an object that represents a published type, such as `StripeElements`: it is accepted where that is expected. */
export const represents = Symbol('published type')

/**
 * Reads the types in files that a package publishes (`.d.ts`) and checks calls and values against them at run time. Throws on
 * syntax that it doesn't know, so that nothing is accepted unread. `areTexts`: the values are those of a sent form, in
 * which numbers and booleans are texts.
 */
export class PublishedTypes {
  readonly #imports = new Map<string, readonly string[]>()
  /** Declarations by their name with its namespaces, such as `PaymentIntentConfirmParams.MandateData1`. */
  readonly #declared = new Map<string, PublishedType[]>()
  readonly #areTexts: boolean

  constructor(files: readonly string[], { areTexts = false } = {}) {
    this.#areTexts = areTexts
    for (const file of files) {
      const { body } = parseSync(file, fs.readFileSync(file, 'utf8'), { lang: 'dts' }).program
      this.#imports.set(
        file,
        body.flatMap((statement) =>
          statement.type === 'ImportDeclaration'
            ? [path.join(path.dirname(file), statement.source.value.replace(/\.js$/, ''))]
            : [],
        ),
      )
      this.#declare(body, { file, scope: [] })
    }
  }

  #declare(statements: readonly unknown[], place: Place): void {
    for (const statement of statements as readonly Statement[]) {
      const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
      if (declaration?.type === 'TSInterfaceDeclaration') this.#add(declaration.id.name, declaration, place)
      if (declaration?.type === 'TSTypeAliasDeclaration')
        this.#add(declaration.id.name, declaration.typeAnnotation, place)
      if (declaration?.type !== 'TSModuleDeclaration' || declaration.id.type !== 'Identifier') continue
      const { id, body } = declaration
      if (body?.type === 'TSModuleBlock') this.#declare(body.body, { ...place, scope: [...place.scope, id.name] })
    }
  }

  #add(name: string, node: Node, place: Place): void {
    const key = [...place.scope, name].join('.')
    this.#declared.set(key, [...(this.#declared.get(key) ?? []), { node, place }])
  }

  /** Returns what a name means at a place: in the innermost namespace, in an imported file, or anywhere. */
  named(name: string, { file, scope }: Place = { file: '', scope: [] }): PublishedType {
    for (let depth = scope.length; depth >= 0; depth -= 1) {
      const all = this.#declared.get([...scope.slice(0, depth), name].join('.')) ?? []
      const own = all.find(({ place }) => place.file === file)
      if (own) return own
    }
    const all = this.#declared.get(name) ?? []
    const isImported = (from: string) =>
      (this.#imports.get(file) ?? []).some((source) => from === `${source}.d.ts` || from.startsWith(`${source}/`))
    const found = all.find(({ place }) => isImported(place.file)) ?? all[0]
    if (found) return found
    // The first part can be the name that a whole file was imported under.
    const [, rest] = /^[^.]+\.(.+)$/.exec(name) ?? []
    if (!rest) throw new Error(`no type ${name} is published`)
    return this.named(rest, { file, scope })
  }

  /** Returns the properties and methods of an object type; undefined if the type isn't one object. */
  shape({ node, place }: PublishedType): Shape | undefined {
    const here = (inner: Node): PublishedType => ({ node: inner, place })
    switch (node.type) {
      case 'TSInterfaceDeclaration':
        return joined([
          ...node.extends.map(({ expression }) =>
            this.shape(this.named(expression.type === 'Identifier' ? expression.name : '', place)),
          ),
          shapeOf(node.body.body, place),
        ])
      case 'TSTypeLiteral':
        return shapeOf(node.members, place)
      case 'TSIntersectionType':
        return joined(node.types.map((inner) => this.shape(here(inner))))
      case 'TSParenthesizedType':
        return this.shape(here(node.typeAnnotation))
      case 'TSMappedType': {
        if (!node.typeAnnotation) throw new Error('a mapped type without a type')
        const property = { isOptional: node.optional === true, type: here(node.typeAnnotation), overloads: [] }
        return { properties: new Map(this.#literals(here(node.constraint)).map((key) => [key, property])) }
      }
      case 'TSTypeReference': {
        const name = nameOf(node)
        const [of, keys] = (node.typeArguments?.params ?? []).map(here)
        if (!of) return this.shape(this.named(name, place))
        return name === 'Record' ? { properties: new Map(), others: keys } : this.#selected(name, of, keys)
      }
      default:
        return undefined
    }
  }

  /** Returns the properties of `Partial`, `Pick` and `Omit`. */
  #selected(name: string, of: PublishedType, keys: PublishedType | undefined): Shape | undefined {
    const shape = this.shape(of)
    if (!shape) return undefined
    const named = keys ? this.#literals(keys) : []
    const properties = [...shape.properties]
    if (name === 'Partial')
      return { properties: new Map(properties.map(([key, property]) => [key, { ...property, isOptional: true }])) }
    if (name !== 'Pick' && name !== 'Omit') throw new Error(`the generic type ${name} isn't known`)
    return { properties: new Map(properties.filter(([key]) => named.includes(key) === (name === 'Pick'))) }
  }

  /** Returns the strings of a union of them. */
  #literals({ node, place }: PublishedType): string[] {
    if (node.type === 'TSUnionType') return node.types.flatMap((inner) => this.#literals({ node: inner, place }))
    if (node.type === 'TSTypeReference') return this.#literals(this.named(nameOf(node), place))
    if (node.type === 'TSLiteralType' && 'value' in node.literal) return [String(node.literal.value)]
    throw new Error(`${node.type} isn't a union of strings`)
  }

  /** Returns why a value isn't of a type; empty if it is. `what`: the value's name in the messages. */
  faultsOf(value: unknown, type: PublishedType, what: string): string[] {
    const { node, place } = type
    const here = (inner: Node): PublishedType => ({ node: inner, place })
    const unless = (isRight: boolean, expected: string) => (isRight ? [] : [`${what} isn't ${expected}`])
    switch (node.type) {
      case 'TSAnyKeyword':
      case 'TSUnknownKeyword':
        return []
      case 'TSStringKeyword':
        return unless(typeof value === 'string', 'a string')
      case 'TSNumberKeyword':
        return unless(
          this.#areTexts ? typeof value === 'string' && /^-?\d+$/.test(value) : typeof value === 'number',
          'a number',
        )
      case 'TSBooleanKeyword':
        return unless(
          this.#areTexts ? value === 'true' || value === 'false' : typeof value === 'boolean',
          'true or false',
        )
      case 'TSNullKeyword':
        return unless(value === null, 'null')
      case 'TSUndefinedKeyword':
      case 'TSVoidKeyword':
      case 'TSNeverKeyword':
        return unless(value === undefined, 'absent')
      case 'TSFunctionType':
        return unless(typeof value === 'function', 'a function')
      case 'TSLiteralType': {
        const literal = 'value' in node.literal ? node.literal.value : undefined
        return unless(value === (this.#areTexts ? String(literal) : literal), 'a published value')
      }
      case 'TSArrayType':
        return this.#faultsOfList(value, here(node.elementType), what)
      case 'TSUnionType':
        return fewest(node.types.map((inner) => this.faultsOf(value, here(inner), what)))
      case 'TSParenthesizedType':
        return this.faultsOf(value, here(node.typeAnnotation), what)
      case 'TSTypeReference': {
        const name = nameOf(node)
        const [of] = node.typeArguments?.params ?? []
        // Stripe adds it to its lists of values for those of later versions, which we don't send.
        if (name === 'OtherString') return unless(false, 'a published value')
        if (name === 'Array' && of) return this.#faultsOfList(value, here(of), what)
        if (name === 'Emptyable' && of) return value === '' ? [] : this.faultsOf(value, here(of), what)
        // The tests' own elements of a page have no published type.
        if (name === 'HTMLElement') return unless(typeof value === 'object' && value !== null, 'an element')
        if (typeof value === 'object' && value !== null && represents in value)
          return unless(value[represents] === name, `a ${name}`)
        return of ? this.#faultsOfObject(value, type, what) : this.faultsOf(value, this.named(name, place), what)
      }
      case 'TSInterfaceDeclaration':
      case 'TSTypeLiteral':
      case 'TSIntersectionType':
      case 'TSMappedType':
        return this.#faultsOfObject(value, type, what)
      default:
        throw new Error(`${what}: types of the kind ${node.type} aren't known`)
    }
  }

  #faultsOfList(value: unknown, type: PublishedType, what: string): string[] {
    // A form sends a list as an object: `expand[0]=…`.
    const isSentList =
      this.#areTexts && typeof value === 'object' && Object.keys(value ?? []).every((key) => /^\d+$/.test(key))
    const items: unknown = isSentList ? Object.values(value ?? []) : value
    if (!Array.isArray(items)) return [`${what} isn't a list`]
    return items.flatMap((item, index) => this.faultsOf(item, type, `${what}[${index}]`))
  }

  #faultsOfObject(value: unknown, type: PublishedType, what: string): string[] {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return [`${what} isn't an object`]
    const shape = this.shape(type)
    if (!shape) throw new Error(`${what}: the published type isn't one object`)
    const missing = [...shape.properties].filter(([key, { isOptional }]) => !isOptional && !(key in value))
    return [
      ...missing.map(([key]) => `${what}.${key} is missing`),
      ...Object.entries(value).flatMap(([key, inner]) => {
        const property = shape.properties.get(key)
        if (!property && !shape.others) return [`${what}.${key} isn't published`]
        if (inner === undefined && property?.isOptional) return []
        const typeOfKey = property ? property.type : shape.others
        return typeOfKey ? this.faultsOf(inner, typeOfKey, `${what}.${key}`) : []
      }),
    ]
  }

  /** Returns why a call matches none of a method's signatures; empty if it matches one. */
  faultsOfCall(overloads: readonly Signature[], args: readonly unknown[], what: string): string[] {
    return fewest(
      overloads.map(({ params, place }) => [
        ...(args.length > params.length ? [`${what} takes only ${params.length} arguments`] : []),
        ...params.flatMap((param, index) => {
          if (param.type !== 'Identifier' || !param.typeAnnotation)
            throw new Error(`${what}: its parameters aren't known`)
          if (args[index] === undefined && param.optional) return []
          return this.faultsOf(
            args[index],
            { node: param.typeAnnotation.typeAnnotation, place },
            `${what}(${param.name})`,
          )
        }),
      ]),
    )
  }
}

const nameOf = ({ typeName }: Extract<Node, { type: 'TSTypeReference' }>): string => qualified(typeName)

type TypeName = Extract<Node, { type: 'TSTypeReference' }>['typeName']
function qualified(name: TypeName): string {
  if (name.type === 'Identifier') return name.name
  if (name.type !== 'TSQualifiedName') throw new Error(`names of the kind ${name.type} aren't known`)
  return `${qualified(name.left)}.${name.right.name}`
}

const fewest = (found: readonly string[][]): string[] =>
  found.reduce((best, faults) => (faults.length < best.length ? faults : best))

/** Joins the properties of types; methods of the same name are overloads. Undefined if one isn't one object type. */
function joined(shapes: readonly (Shape | undefined)[]): Shape | undefined {
  const properties = new Map<string, Property>()
  for (const shape of shapes) {
    if (!shape) return undefined
    for (const [key, property] of shape.properties) {
      const overloads = [...(properties.get(key)?.overloads ?? []), ...property.overloads]
      properties.set(key, { ...property, overloads })
    }
  }
  return { properties, others: shapes.find((shape) => shape?.others)?.others }
}

function shapeOf(members: readonly Member[], place: Place): Shape {
  const properties = new Map<string, Property>()
  let others: PublishedType | undefined
  for (const member of members) {
    // A call of the object itself is its method without a name.
    if (member.type === 'TSCallSignatureDeclaration')
      properties.set('', { isOptional: true, overloads: [{ params: member.params, place }] })
    if (member.type === 'TSIndexSignature') others = { node: member.typeAnnotation.typeAnnotation, place }
    if (member.type !== 'TSPropertySignature' && member.type !== 'TSMethodSignature') continue
    const { key, optional: isOptional } = member
    const name = key.type === 'Literal' ? String(key.value) : key.type === 'Identifier' ? key.name : ''
    if (member.type === 'TSMethodSignature') {
      const overloads = [...(properties.get(name)?.overloads ?? []), { params: member.params, place }]
      properties.set(name, { isOptional, overloads })
    } else if (member.typeAnnotation) {
      const node = member.typeAnnotation.typeAnnotation
      const overloads = node.type === 'TSFunctionType' ? [{ params: node.params, place }] : []
      properties.set(name, { isOptional, type: { node, place }, overloads })
    }
  }
  return { properties, others }
}
