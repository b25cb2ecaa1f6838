import { ascending } from '#shared/collections.ts'
import type { QurbaniIntention } from '#modules/money/giving/rules/qurbani-order.ts'

/** A paid order of an item, with the instant its payment settled. */
export type AllocatedOrder = {
  readonly kind: 'order'
  readonly id: string
  readonly at: Date
  readonly shares: number
  readonly intention: QurbaniIntention
}

/**
 * Refunded shares of an order: those listed by their number in the order, from 1; if none are listed, the last ones.
 */
type RefundedShares = {
  readonly kind: 'refund'
  readonly orderId: string
  readonly at: Date
  readonly shares: number | readonly number[]
}

export type AllocationEvent = AllocatedOrder | RefundedShares

/** A share of an order, by its number within it, from 1. */
type PlacedShare = { readonly orderId: string; readonly share: number }

/** An animal in use. A place without a share is free; the charity fills free places after the close. */
type AllocatedAnimal = {
  readonly number: number
  readonly intention: QurbaniIntention
  readonly places: readonly (PlacedShare | null)[]
}

export type Allocation = {
  /** Sorted by number. */
  readonly animals: readonly AllocatedAnimal[]
  /** Orders that exceeded the capacity; each is refused as a whole. */
  readonly refused: readonly string[]
}

export type AllocationLimits = {
  readonly sharesPerAnimal: number
  /** Number of animals; null means unlimited. */
  readonly capacity: number | null
}

type OpenAnimal = {
  readonly number: number
  readonly intention: QurbaniIntention
  readonly places: (PlacedShare | null)[]
}

/**
 * Allocates the shares of one item to animals (qurbani-5): orders by settlement and id, refunds by time. Every full
 * number of shares in an order gets its own animal; the rest fills the lowest free places of animals with the same
 * intention, then a new animal. After a refund no share moves.
 */
export function allocateShares(events: readonly AllocationEvent[], limits: AllocationLimits): Allocation {
  const allocator = new Allocator(limits)
  for (const event of events.toSorted(inOrder)) {
    if (event.kind === 'order') allocator.place(event)
    else allocator.refund(event)
  }
  return allocator.result()
}

/** Sorts by time; at the same time orders before refunds, each by the order's id. */
const inOrder = (a: AllocationEvent, b: AllocationEvent): number =>
  ascending(a.at.getTime(), b.at.getTime()) || ascending(a.kind, b.kind) || ascending(orderIdOf(a), orderIdOf(b))
const orderIdOf = (event: AllocationEvent): string => (event.kind === 'order' ? event.id : event.orderId)

class Allocator {
  private readonly animals = new Map<number, OpenAnimal>()
  private readonly refused: string[] = []
  /** Animals with a free place, of which there are few for any number of animals. */
  private readonly withFree = new Set<OpenAnimal>()
  /** All numbers below it are used. */
  private lowestUnused = 1

  private readonly limits: AllocationLimits
  constructor(limits: AllocationLimits) {
    this.limits = limits
  }

  place({ id, shares, intention }: AllocatedOrder): void {
    const { sharesPerAnimal, capacity } = this.limits
    const own = Math.floor(shares / sharesPerAnimal)
    const rest = shares % sharesPerAnimal
    const free = rest > 0 ? this.freePlaces(intention, rest) : []
    const opened = own + (free.length < rest ? 1 : 0)
    if (capacity !== null && this.animals.size + opened > capacity) return void this.refused.push(id)
    const ownPlaces = Array.from({ length: own }, () => this.open(intention)).flatMap(placesOf)
    if (free.length < rest) free.push(...placesOf(this.open(intention)).slice(0, rest - free.length))
    for (const [index, { animal, place }] of [...ownPlaces, ...free].entries())
      animal.places[place] = { orderId: id, share: index + 1 }
    for (const { animal } of [...ownPlaces, ...free]) if (!animal.places.includes(null)) this.withFree.delete(animal)
  }

  refund({ orderId, shares }: RefundedShares): void {
    const held = [...this.animals.values()]
      .flatMap(placesOf)
      .flatMap(({ animal, place }) => {
        const placed = animal.places[place]
        return placed?.orderId === orderId ? [{ animal, place, share: placed.share }] : []
      })
      .toSorted((a, b) => ascending(b.share, a.share))
    const returned =
      typeof shares === 'number' ? held.slice(0, shares) : held.filter(({ share }) => shares.includes(share))
    for (const { animal, place } of returned) {
      animal.places[place] = null
      this.withFree.add(animal)
      if (animal.places.every((placed) => placed === null)) this.remove(animal)
    }
  }

  result(): Allocation {
    const animals = [...this.animals.values()].toSorted(byNumber)
    return {
      animals: animals.map(({ places, ...animal }) => ({ ...animal, places: [...places] })),
      refused: this.refused,
    }
  }

  /** Returns the lowest free places of animals with this intention, at most `count`. */
  private freePlaces(intention: QurbaniIntention, count: number): { animal: OpenAnimal; place: number }[] {
    return [...this.withFree]
      .filter((animal) => animal.intention === intention)
      .toSorted(byNumber)
      .flatMap(placesOf)
      .filter(({ animal, place }) => animal.places[place] === null)
      .slice(0, count)
  }

  private open(intention: QurbaniIntention): OpenAnimal {
    while (this.animals.has(this.lowestUnused)) this.lowestUnused++
    const places = Array.from({ length: this.limits.sharesPerAnimal }, () => null)
    const animal: OpenAnimal = { number: this.lowestUnused, intention, places }
    this.animals.set(animal.number, animal)
    this.withFree.add(animal)
    return animal
  }

  private remove(animal: OpenAnimal): void {
    this.animals.delete(animal.number)
    this.withFree.delete(animal)
    this.lowestUnused = Math.min(this.lowestUnused, animal.number)
  }
}

const byNumber = (a: OpenAnimal, b: OpenAnimal): number => ascending(a.number, b.number)
const placesOf = (animal: OpenAnimal): { animal: OpenAnimal; place: number }[] =>
  animal.places.map((_, place) => ({ animal, place }))
