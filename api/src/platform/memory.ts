// The memory of an API process and its container. Compose, Kubernetes and docs/deployment.md have the same numbers.

const MIB = 1024 ** 2;

/** Memory of the process without unfinished uploads, images and flight logs, in bytes. */
export const PROCESS_BYTES = 512 * MIB;

/** Maximum size of all unfinished uploads of a process, in bytes. The deployment gives `/tmp` this size. */
export const UPLOADS_BYTES = 288 * MIB;

/** The most images that are decoded at a time, each in a process of its own. */
export const IMAGES_AT_A_TIME = 2;

/** Memory that the process of an image may write to, in bytes. */
export const IMAGE_BYTES = 256 * MIB;

/** Memory that the process of a flight log may write to, with the bytes of the log. */
export const LOG_BYTES = 512 * MIB;

/** Memory of a container with `/tmp` in memory, in bytes. */
export const CONTAINER_BYTES = PROCESS_BYTES + UPLOADS_BYTES + IMAGES_AT_A_TIME * IMAGE_BYTES + LOG_BYTES;
