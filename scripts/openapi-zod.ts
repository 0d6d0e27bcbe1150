import { extendZodWithOpenApi } from '@asteasolutions/zod-to-openapi';
import { z } from 'zod';

// A schema has `openapi` only if it was created after this, so import this file before any other.
extendZodWithOpenApi(z);
