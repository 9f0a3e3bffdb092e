/** A stream that a process is sending. In trouble: its receiver failed, was slow, or has never responded. */
export type Sending = { companyId: number; isTroubled: boolean }

/** How many more streams may be sent, and how many of these may be in trouble. */
type Slots = { all: number; troubled: number }

/**
 * How many streams a process sends at the same time, in total and per company. Receivers in trouble never take the slots
 * of those that respond.
 */
export const slots = { all: 128, troubled: 64, company: { all: 8, troubled: 3 } }

/** The slots of a process that are free. */
export function freeSlots(sending: readonly Sending[]): Slots {
  return free(slots, sending)
}

/**
 * The slots that a company gets in a turn of so many companies: an equal share of those that are free, but at least one,
 * and no more than its own limit leaves.
 */
export function slotsFor(companyId: number, companies: number, sending: readonly Sending[]): Slots {
  const ofAll = freeSlots(sending)
  const own = free(
    slots.company,
    sending.filter((stream) => stream.companyId === companyId),
  )
  const share = Math.max(1, Math.floor(ofAll.all / companies))
  return { all: Math.min(share, own.all, ofAll.all), troubled: Math.min(own.troubled, ofAll.troubled) }
}

function free({ all, troubled }: Slots, sending: readonly Sending[]): Slots {
  const inTrouble = sending.filter(({ isTroubled }) => isTroubled).length
  return { all: Math.max(0, all - sending.length), troubled: Math.max(0, troubled - inTrouble) }
}
