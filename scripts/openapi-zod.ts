import { extendZodWithOpenApi } from '@asteasolutions/zod-to-openapi';
import { z } from 'zod';

// A schema carries `openapi` only if it was made after this: the file is imported before any other.
extendZodWithOpenApi(z);
