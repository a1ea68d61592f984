package dev.tenure.kotlin

import dev.tenure.EscapeRule
import java.lang.reflect.Field
import java.lang.reflect.InaccessibleObjectException
import java.lang.reflect.Modifier

/**
 * Finds native resources in Kotlin's types, so that they escape from `scope { }` and from every
 * other body of `Scope.using`. The library loads it as a service; programs do not use it directly.
 */
public class KotlinEscapes : EscapeRule {
    /** The parts of a pair, a triple, an indexed or computed lazy value, a result, a data class or a value class. */
    override fun parts(value: Any): Iterable<*>? =
        when (value) {
            is Pair<*, *> -> value.toList()
            is Triple<*, *, *> -> value.toList()
            is IndexedValue<*> -> listOf(value.value)
            is Result<*> -> listOf(value.getOrNull())
            is Lazy<*> -> if (value.isInitialized()) listOf(value.value) else refuse(value, "read its value in the body")
            is Sequence<*> -> refuse(value, "return its elements, as by toList()")
            is Function0<*> -> refuse(value, "call it in the body, and return what it gives")
            else -> FIELDS.get(value.javaClass)?.map { read(it, value) } ?: refuseCoroutines(value)
        }

    /** Checks coroutine types by name, because the library may be absent. */
    private fun refuseCoroutines(value: Any): Iterable<*>? {
        val type = LATE.get(value.javaClass)
        return if (type.isEmpty()) null else refuse(value, type)
    }

    private fun refuse(value: Any, instead: String): Nothing =
        throw IllegalArgumentException(
            "a ${value.javaClass.name} cannot be returned from a scope, which closes before it gives its values: $instead",
        )

    private fun read(field: Field, value: Any): Any? =
        try {
            field.isAccessible = true
            field.get(value)
        } catch (e: InaccessibleObjectException) {
            val type = value.javaClass.name
            throw IllegalArgumentException(
                "$type cannot be searched for tensors: open its package to module dev.tenure.kotlin, or let it be Escapable",
                e,
            )
        }

    private companion object {
        /**
         * The fields of a data class or value class, and of its superclasses, that can hold a
         * tensor; null for others.
         */
        private val FIELDS =
            object : ClassValue<List<Field>?>() {
                override fun computeValue(type: Class<*>): List<Field>? {
                    if (!isOfValues(type)) return null
                    return generateSequence<Class<*>>(type) { it.superclass }
                        .flatMap { it.declaredFields.asSequence() }
                        .filter { !it.type.isPrimitive && !Modifier.isStatic(it.modifiers) }
                        .toList()
                }
            }

        private val LATE =
            object : ClassValue<String>() {
                override fun computeValue(type: Class<*>): String {
                    val types = supertypes(type).map { it.name }.toSet()
                    return when {
                        "kotlinx.coroutines.Job" in types -> "wait for its result in the body, and return that"
                        "kotlinx.coroutines.flow.Flow" in types -> "collect it in the body, and return a list"
                        else -> ""
                    }
                }
            }

        private fun supertypes(type: Class<*>): Sequence<Class<*>> =
            generateSequence(type) { it.superclass }.flatMap { sequenceOf(it) + it.interfaces.asSequence().flatMap(::supertypes) }

        /**
         * A data class has component1 (with a suffix if it is internal) and a copy method with
         * defaults.
         */
        private fun isOfValues(type: Class<*>): Boolean {
            if (!type.isAnnotationPresent(Metadata::class.java)) return false
            if (type.isAnnotationPresent(JvmInline::class.java)) return true
            val names = type.declaredMethods.map { it.name }
            return names.any { it.startsWith("component1") } && names.any { it.startsWith("copy") && it.endsWith("\$default") }
        }
    }
}
