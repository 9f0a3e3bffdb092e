// Ids are given out in blocks, so that writes of different companies do not wait for each other (`db/citus/id_blocks.ts`).

/** Ids per block. */
export const idsPerBlock = 4096
